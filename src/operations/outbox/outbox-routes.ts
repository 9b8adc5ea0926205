import type { MailLimits } from '../../accounts/action-tokens/mail-limits.ts';
import { reachesTenant } from '../../accounts/permissions/managing-users.ts';
import type { ReauthDeps } from '../../accounts/permissions/reauth-for-link.ts';
import { scopeOf } from '../../accounts/permissions/scope.ts';
import { recordAudit, subjectOf } from '../../platform/audit/record-audit.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { defineRoute, ok, type Route } from '../../platform/http/define-route.ts';
import { listAnswer } from '../../platform/http/list-wire.ts';
import { permitted } from '../../platform/http/route-access.ts';
import { perCaller } from '../../platform/http/route-limit.ts';
import { IdParams } from '../../platform/http/wire.ts';
import { AppError, type CodesOf, declareRefusals } from '../../platform/kernel/app-error.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import { type ComposeDeps, composeMail, inHalves } from '../../platform/mail/compose-mail.ts';
import { findMail, mailHealth } from '../../platform/mail/listed-mails-store.ts';
import { isBlank, type OutboxMail } from '../../platform/mail/mail.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { exportMailsRoute } from './export-mails.ts';
import { ListedMail, MailAnswer, MailHealthAnswer, MailHealthQuery, MailItem, MailsQuery } from './outbox-wire.ts';
import { reauthForMail, resendManagedMail } from './resend-managed-mail.ts';
import { actionsOn, showMails } from './show-mails.ts';

const mailErrors = declareRefusals({
  'mails.not_found': {
    status: 404,
    hr: 'Takve poruke nema.',
    en: 'There is no such mail.',
    when: 'No such mail, or one of another tenant.',
  },
});

declare module '../../platform/kernel/app-error.ts' {
  interface Refusals extends CodesOf<typeof mailErrors> {}
}

const path = '/api/admin/mails';
const common = {
  tag: 'Mail',
  access: permitted('mails.manage'),
  limit: perCaller({ most: 240, within: minutes(1) }),
} as const;

export const mailsRoutes = (
  deps: Pick<Platform, 'database' | 'clock' | 'keys' | 'publicUrl'> & ReauthDeps & ComposeDeps & MailLimits,
): Route[] => [
  defineRoute({
    ...common,
    method: 'GET',
    path,
    isSearch: true,
    summary: 'The outbox, in the order in which mails were written',
    audit: [],
    request: { query: MailsQuery },
    responses: {
      success: ok(listAnswer(ListedMail, 'MailList'), 'One page'),
      refusals: ['tenants.not_found'],
    },
    handle: ({ query }, caller) => showMails(deps, caller, query),
  }),
  exportMailsRoute(deps),
  defineRoute({
    ...common,
    method: 'GET',
    path: `${path}/health`,
    summary: 'What is waiting, since when, and what failed for good',
    audit: [],
    request: { query: MailHealthQuery },
    responses: { success: ok(MailHealthAnswer, 'As of now'), refusals: ['tenants.not_found'] },
    handle: ({ query }, caller) => mailHealth(deps.database.read, scopeOf(caller, query.tenant_id)),
  }),
  defineRoute({
    ...common,
    method: 'GET',
    path: `${path}/:id`,
    summary: 'One mail as text, with masked links',
    audit: ['user.read'],
    request: { params: IdParams },
    responses: { success: ok(MailAnswer, 'The mail'), refusals: ['mails.not_found'] },
    handle: async ({ params, call }, caller) => {
      const mail = await reachableMail(deps, caller, params.id);
      const { subject, text, secret } = isBlank(mail) ? BLANK : composeMail(deps, mail);
      const about = { about: subjectOf(mail), tenantId: mail.tenant_id, meta: { mail_id: mail.id } };
      await deps.database.transaction((tx) => recordAudit(tx, call, { action: 'user.read', ...about }));
      const actions = await actionsOn(deps, caller, [mail]);
      return { ...mail, subject: masked(subject, secret), text: masked(text, secret), actions: actions(mail) };
    },
  }),
  defineRoute({
    ...common,
    method: 'POST',
    path: `${path}/:id/resend`,
    summary: 'Sends a mail again; a link or code in it is replaced and the old one revoked',
    audit: ['mail.resend'],
    requiresReauth: reauthForMail(deps),
    request: { params: IdParams },
    responses: {
      success: ok(MailItem, 'Queued again'),
      refusals: [
        'mails.not_found',
        'users.state',
        'token.too_many',
        'users.not_found',
        'users.self',
        'users.tier',
        'users.shared',
      ],
    },
    handle: async ({ params, call }, caller) => {
      const mail = await reachableMail(deps, caller, params.id);
      return { ...(await resendManagedMail(deps, call, mail)), actions: [] }; // it waits again
    },
  }),
];

/** @throws AppError `mails.not_found` (404), also for a mail of another tenant */
async function reachableMail(
  { database }: Pick<Platform, 'database'>,
  caller: Caller,
  id: number,
): Promise<OutboxMail> {
  const mail = await findMail(database.read, id);
  if (mail === undefined || !reachesTenant(caller, mail.tenant_id ?? -1)) throw new AppError('mails.not_found');
  return mail;
}

/** Shown for mails whose contents have expired. */
const BLANK = { subject: 'Poruka bez sadržaja', text: 'Sadržaj ove poruke više se ne čuva.', secret: undefined };

/** An administrator sees the text, but not the secret in it. */
function masked(text: string, secret: string | undefined): string {
  if (secret === undefined) return text;
  return text.replaceAll(secret, '•••').replaceAll(inHalves(secret), '•••');
}
