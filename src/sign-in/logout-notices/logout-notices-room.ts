import type { Db, Tx } from '../../platform/database/database.ts';
import { dropRowsBefore } from '../../platform/database/drop-rows.ts';
import { parseAddressRange } from '../../platform/kernel/address-range.ts';
import { type Clock, epochOf, type Instant } from '../../platform/kernel/clock.ts';
import { days } from '../../platform/kernel/durations.ts';
import { counter, gauge, type MetricSource } from '../../platform/metrics/metric.ts';
import { outgoingFetch } from '../../platform/outgoing/outgoing-fetch.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { type LogoutWorker, logoutWorker } from './deliver-logout.ts';
import { applicationSignInsTable, logoutNoticesTable } from './logout-notice.ts';
import { dropNoticesBefore, noticesWaiting } from './logout-notices-store.ts';
import { dropTurnsBefore, logoutTurnsTable } from './logout-turns-store.ts';

const MOST_COUNTED = 10_000;

const logoutMetrics = (read: Db, clock: Clock, worker: Pick<LogoutWorker, 'outcomes'>): MetricSource[] => [
  async () => {
    const tries = [...worker.outcomes()].map(([outcome, value]) => ({ labels: { outcome }, value }));
    const help = 'Tries to tell an application of a logout: delivered, queued (put off), refused, failed for good.';
    return [counter('iskaznica_logout_tries_total', help, tries)];
  },
  async () => {
    const { waiting, firstDue } = await noticesWaiting(read, MOST_COUNTED);
    const overdue = firstDue === null ? 0 : Math.max(0, clock.now() - epochOf(firstDue)) / 1000;
    return [
      gauge('iskaznica_logouts_waiting', 'Logout tokens that have not gone out, 10000 at most.', waiting),
      gauge('iskaznica_logouts_overdue_seconds', 'By how much the first one that waits is past due.', overdue),
    ];
  },
];

/** Turns go with the last notice. */
async function forgetNotices(tx: Tx, before: Instant, most: number): Promise<number> {
  const dropped = await dropNoticesBefore(tx, before, most);
  await dropTurnsBefore(tx, before);
  return dropped;
}

export const logoutNoticesRoom = defineRoom({
  name: 'logout-notices',
  tables: [applicationSignInsTable, logoutNoticesTable, logoutTurnsTable],
  retention: [
    {
      name: 'logout_notices',
      keptFor: days(30),
      what: 'notices to applications that a sign-in has ended',
      forget: forgetNotices,
    },
    {
      name: 'application_sign_ins',
      keptFor: days(1),
      what: 'which applications a sign-in was used at, after it expired',
      forget: dropRowsBefore(applicationSignInsTable, 'expires_at'),
    },
  ],
  open: ({ database, clock, keys, log, publicUrl, settings }: Platform) => {
    const permitted = settings.outgoing.privateAddresses.flatMap((range) => parseAddressRange(range) ?? []);
    const logouts = logoutWorker({ database, clock, keys, log, publicUrl, fetch: outgoingFetch(permitted) });
    return {
      services: { logouts },
      metrics: logoutMetrics(database.read, clock, logouts),
      work: { start: logouts.start, stop: logouts.close },
    };
  },
});
