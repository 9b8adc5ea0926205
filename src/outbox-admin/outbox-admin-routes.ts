import type { Static } from 'typebox';
import { recordAudit, subjectOf } from '../audit/record-audit.ts';
import type { Caller } from '../http/caller.ts';
import { defineRoute, ok, type Route } from '../http/define-route.ts';
import { IdParams } from '../http/id-wire.ts';
import { DEFAULT_LIMIT, listAnswer, pageAnswer, TOTAL_CAP } from '../http/list-wire.ts';
import { keyFromCursor } from '../http/page-cursor.ts';
import { signedIn } from '../http/route-access.ts';
import { perCaller } from '../http/route-limit.ts';
import type { InvitationDeps } from '../invitations/invite-user.ts';
import { AppError } from '../kernel/app-error.ts';
import { minutes } from '../kernel/durations.ts';
import { addressBeginning } from '../kernel/email-address.ts';
import { composeMail } from '../mail/compose-mail.ts';
import { countMails, findMail, listMails, mailHealth } from '../mail/list-mails.ts';
import { isBlank, type OutboxMail } from '../mail/mail.ts';
import { reachesTenant } from '../policy/managing-users.ts';
import { policyErrors } from '../policy/policy-errors.ts';
import type { ReauthDeps } from '../policy/reauth-for-link.ts';
import { scopeOf } from '../policy/scope.ts';
import { findNames } from '../users/find-names.ts';
import { userErrors } from '../users/users-errors.ts';
import { mailErrors } from './mails-errors.ts';
import {
  ListedMail,
  MailAnswer,
  MailHealthAnswer,
  MailHealthQuery,
  MailItem,
  MailsQuery,
} from './outbox-admin-wire.ts';
import { reauthForMail } from './reauth-for-mail.ts';
import { resendManagedMail } from './resend-managed-mail.ts';

const path = '/api/admin/mails';
const common = {
  tag: 'Mail',
  access: signedIn({ weakestTier: 1 }),
  limit: perCaller({ most: 240, within: minutes(1) }),
} as const;

export const mailsRoutes = (deps: InvitationDeps & ReauthDeps): Route[] => [
  defineRoute({
    ...common,
    method: 'GET',
    path,
    summary: 'The outbox, newest first',
    audit: [],
    request: { query: MailsQuery },
    responses: {
      success: ok(listAnswer(ListedMail, 'MailList'), 'One page'),
      refusals: [policyErrors['users.not_found']],
    },
    handle: ({ query }, caller) => list(deps, caller, query),
  }),
  defineRoute({
    ...common,
    method: 'GET',
    path: `${path}/health`,
    summary: 'What waits, since when, and what was refused for good',
    audit: [],
    request: { query: MailHealthQuery },
    responses: { success: ok(MailHealthAnswer, 'As of now'), refusals: [policyErrors['users.not_found']] },
    handle: ({ query }, caller) => mailHealth(deps.database.read, scopeOf(caller, query.tenant_id).tenantId),
  }),
  defineRoute({
    ...common,
    method: 'GET',
    path: `${path}/:id`,
    summary: 'One mail as it reads, links masked',
    audit: ['user.read'],
    request: { params: IdParams },
    responses: { success: ok(MailAnswer, 'The mail'), refusals: [mailErrors['mails.not_found']] },
    handle: async ({ params, call }, caller) => {
      const mail = await reachableMail(deps, caller, params.id);
      const { subject, text, secret } = isBlank(mail) ? BLANK : composeMail(deps, mail);
      const about = { about: subjectOf(mail), tenantId: mail.tenant_id, meta: { mail_id: mail.id } };
      await deps.database.transaction((tx) => recordAudit(tx, call, { action: 'user.read', ...about }));
      return { ...mail, subject, text: masked(text, secret) };
    },
  }),
  defineRoute({
    ...common,
    method: 'POST',
    path: `${path}/:id/resend`,
    summary: 'Sends a mail once more; a link or code in it is made anew, and the older one ends',
    audit: ['mail.resend'],
    requiresReauth: reauthForMail(deps),
    request: { params: IdParams },
    responses: {
      success: ok(MailItem, 'Queued again'),
      refusals: [
        ...[mailErrors['mails.not_found'], userErrors['users.state']],
        ...[policyErrors['users.not_found'], policyErrors['users.self'], policyErrors['users.tier']],
      ],
    },
    handle: async ({ params, call }, caller) => {
      const mail = await reachableMail(deps, caller, params.id);
      return resendManagedMail(deps, call, mail);
    },
  }),
];

async function list({ database }: InvitationDeps, caller: Caller, query: Static<typeof MailsQuery>) {
  const { tenantId } = scopeOf(caller, query.tenant_id);
  const filter = {
    tenantId,
    state: query.state,
    userId: query.user_id,
    toBegins: addressBeginning(query.q ?? ''),
  };
  const [before] = query.cursor === undefined ? [] : keyFromCursor('mails', ['number'], query.cursor);
  const limit = query.limit ?? DEFAULT_LIMIT;
  const rows = await listMails(database.read, {
    ...filter,
    before: before === undefined ? undefined : Number(before),
    limit,
  });
  const counted = await countMails(database.read, filter, TOTAL_CAP + 1);
  const people = new Set(rows.flatMap(({ user_id }) => user_id ?? []));
  const names = await findNames(database.read, database.engine, [...people], scopeOf(caller).tenantId);
  return pageAnswer(
    'mails',
    { rows, counted, limit },
    ({ id }) => [id],
    (mail) => ({ ...mail, user_name: names.get(mail.user_id ?? 0) ?? null }),
  );
}

/** @throws AppError `mails.not_found` (404), also for a mail of another tenant */
async function reachableMail({ database }: InvitationDeps, caller: Caller, id: number): Promise<OutboxMail> {
  const mail = await findMail(database.read, id);
  if (mail === undefined || !reachesTenant(caller, mail.tenant_id ?? -1))
    throw new AppError(mailErrors['mails.not_found']);
  return mail;
}

/** That it was sent stays on record longer than what it said. */
const BLANK = { subject: 'Poruka bez sadržaja', text: 'Sadržaj ove poruke više se ne čuva.', secret: undefined };

/** An administrator sees what was written, not the key that was sent along. */
function masked(text: string, secret: string | undefined): string {
  if (secret === undefined) return text;
  return text.replaceAll(secret, '•••').replaceAll(secret.replace(/^(.{4})/, '$1 '), '•••');
}
