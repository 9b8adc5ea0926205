import type { MailLimits } from '../../accounts/action-tokens/mail-limits.ts';
import { isUsableSeed } from '../../accounts/action-tokens/redeem-action-token.ts';
import { brandOfMail } from '../../accounts/tenant-admin/served-logo.ts';
import { emailCodeAsOfNow } from '../../people/own-account/email-code.ts';
import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import { fromJson } from '../../platform/database/json-column.ts';
import { epochOf, instantAt, nowOf } from '../../platform/kernel/clock.ts';
import { hours } from '../../platform/kernel/durations.ts';
import { blankEndedMails, outboxBacklog } from '../../platform/mail/listed-mails-store.ts';
import { MAILS_KEPT_FOR, type OutboxMail } from '../../platform/mail/mail.ts';
import { mailPersonalData } from '../../platform/mail/mail-personal-data.ts';
import { type MailWorker, mailWorker } from '../../platform/mail/mail-worker.ts';
import { openMailTransport } from '../../platform/mail/open-mail-transport.ts';
import { forgetRecordedBefore } from '../../platform/mail/recorded-mails.ts';
import { counter, gauge, type MetricSource } from '../../platform/metrics/metric.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import type { ListExported } from '../../platform/sheets/list-export.ts';
import { isOpenCode } from '../../sign-in/login/mailed-codes/send-code.ts';
import { ALARM_PAGE } from '../../sign-in/security-notices/alarm.ts';
import { isOpenNotice } from '../../sign-in/security-notices/disown-sign-in.ts';
import { NEW_DEVICE_PAGE } from '../../sign-in/security-notices/known-device.ts';
import { isOpenAlarm } from '../../sign-in/security-notices/use-alarm.ts';
import { mailsRoutes } from './outbox-routes.ts';

const mailActions = {
  'mail.resend': action<{ mail_id: number }>({
    group: 'service',
    act: { hr: 'ponovno poslana poruka', en: 'e-mail sent again' },
    deed: { hr: 'ponovno poslana poruka{{to}}', en: 'sent an e-mail again{{to}}' },
  }),
  'export.mails': action<ListExported>({
    group: 'downloads',
    act: { hr: 'preuzet popis poruka', en: 'list of e-mails downloaded' },
    deed: { en: 'downloaded the list of e-mails' },
  }),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof mailActions> {}
}

export const outboxRoom = defineRoom({
  name: 'outbox',
  auditActions: mailActions,
  personalData: () => mailPersonalData,
  retention: [
    {
      name: 'mails',
      keptFor: MAILS_KEPT_FOR,
      what: 'the contents of mails after they were made',
      forget: blankEndedMails,
    },
  ],
  open: (
    deps: Platform & Pick<MailLimits, 'mailsPerAddress' | 'linksPerAddress'>,
    { findUsersWithWayIn, mailTemplates },
  ) => {
    const { database, clock, keys, log, publicUrl, settings } = deps;
    const { dataDir } = settings.server;
    const transport = openMailTransport(settings, clock);
    const asOfNow = mailAsOfNow(deps);
    const brandOf = (mail: OutboxMail) => brandOfMail(database.read, mail);
    const mail = mailWorker({ database, clock, keys, log, publicUrl, mailTemplates, transport, asOfNow, brandOf });
    return {
      services: { mail },
      routes: mailsRoutes({ ...deps, findUsersWithWayIn, mailTemplates }),
      metrics: mailMetrics(deps, mail),
      jobs: [
        {
          name: 'recorded-mails',
          every: hours(1),
          also: ['at start'],
          // They are local to each node, so there is no lease.
          run: () => forgetRecordedBefore(dataDir, instantAt(clock.now() - MAILS_KEPT_FOR)),
        },
      ],
      work: { start: mail.start, stop: mail.close },
    };
  },
});

const OPEN_LINK = {
  [NEW_DEVICE_PAGE]: isOpenNotice,
  [ALARM_PAGE]: isOpenAlarm,
  '/reset-password': isUsableSeed,
  '/setup-password': isUsableSeed,
} as const;

/** Drops a mail whose link or code was used, replaced or cancelled meanwhile. */
const mailAsOfNow =
  ({ database: { read }, clock }: Pick<Platform, 'database' | 'clock'>) =>
  async (mail: OutboxMail): Promise<OutboxMail | undefined> => {
    if (mail.secret_ref === null) return mail;
    const secret = fromJson(mail.secret_ref);
    const { seed } = secret;
    const at = nowOf(clock);
    if (mail.kind === 'sign-in-code') return (await isOpenCode(read, seed, at)) ? mail : undefined;
    if (secret.kind === 'code') return emailCodeAsOfNow(read, mail, seed, at);
    return (await OPEN_LINK[secret.path](read, seed, at)) ? mail : undefined;
  };

const MOST_COUNTED = 10_000;

const mailMetrics = (
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  mail: Pick<MailWorker, 'outcomes'>,
): MetricSource[] => [
  async () => {
    const tries = [...mail.outcomes()].map(([outcome, value]) => ({ labels: { outcome }, value }));
    return [
      counter('iskaznica_mail_tries_total', 'Tries to send a mail: sent, queued (put off), failed for good.', tries),
    ];
  },
  async () => {
    const { waiting, firstDue } = await outboxBacklog(database.read, MOST_COUNTED);
    const overdue = firstDue === null ? 0 : Math.max(0, clock.now() - epochOf(firstDue)) / 1000;
    return [
      gauge('iskaznica_mails_waiting', 'Mails that have not gone out, 10000 at most.', waiting),
      gauge('iskaznica_mails_overdue_seconds', 'By how much the first mail that waits is past due.', overdue),
    ];
  },
];
