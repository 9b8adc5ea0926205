import { epochOf } from '../../platform/kernel/clock.ts';
import type { MailWorker } from '../../platform/mail/mail-worker.ts';
import { outboxBacklog } from '../../platform/mail/outbox-backlog.ts';
import { counter, gauge, type MetricSource } from '../../platform/metrics/metric.ts';
import type { Platform } from '../../platform/room/platform.ts';

const MOST_COUNTED = 10_000;

export const mailMetrics = (
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
