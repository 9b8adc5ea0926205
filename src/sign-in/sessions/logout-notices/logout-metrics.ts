import type { Db } from '../../../platform/database/database.ts';
import { type Clock, epochOf } from '../../../platform/kernel/clock.ts';
import { counter, gauge, type MetricSource } from '../../../platform/metrics/metric.ts';
import type { LogoutWorker } from './deliver-logout.ts';
import { noticesWaiting } from './logout-notices-store.ts';

const MOST_COUNTED = 10_000;

export const logoutMetrics = (read: Db, clock: Clock, worker: Pick<LogoutWorker, 'outcomes'>): MetricSource[] => [
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
