import { hasUnanswered, measureOrders } from '../../../accounts/recipients/orders-store.ts';
import { hasReceivers } from '../../../accounts/recipients/recipients-store.ts';
import type { SealObserver } from '../../../platform/audit/seal-audit.ts';
import { type WatchedAnswer, watchedAnswer } from '../../../platform/audit/watched-answer.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { Job } from '../../../platform/jobs/recurring-jobs.ts';
import { minutes, seconds } from '../../../platform/kernel/durations.ts';
import { gauge, type MetricSource } from '../../../platform/metrics/metric.ts';
import { chaseOrders } from './chase-orders.ts';
import { type OrderDeps, orderWorker } from './deliver-orders.ts';

/** Their records are in the transactions that make whoever may be given data of people. */
const MAKING: ReadonlySet<string> = new Set(['application.create', 'recipient.create']);

/** Whether there is anybody to whom orders may go; once there is, there always may be. */
export const recipientWatch = (read: Db): WatchedAnswer =>
  watchedAnswer({ ask: () => hasReceivers(read), isChangedBy: (action) => MAKING.has(action), yesLasts: Infinity });

interface OrderWork {
  readonly acts: { readonly deliverDue: () => Promise<unknown>; readonly chase: () => Promise<unknown> };
  readonly metrics: readonly MetricSource[];
  readonly jobs: readonly Job[];
  readonly close: () => Promise<void>;
}

/** Sends what recipients are told, and asks after those who do not answer. */
export function orderWork(deps: OrderDeps, observeSealing: (observer: SealObserver) => void): OrderWork {
  const { read } = deps.database;
  const worker = orderWorker(deps);
  const chase = () => chaseOrders(deps);
  const watch = recipientWatch(read);
  observeSealing(watch);
  let hasStarted = false;
  /** Nothing is polled until somebody has been told something. */
  const startOnceWanted = async () => {
    if (hasStarted || !(await watch.check()) || !(await hasUnanswered(read))) return;
    hasStarted = true;
    worker.start();
  };
  return {
    acts: { deliverDue: worker.deliverDue, chase },
    metrics: [
      async () => {
        const { waiting, overdue } = await measureOrders(read);
        return [
          gauge('iskaznica_orders_waiting', 'Orders to recipients of data that wait for an answer.', waiting),
          gauge('iskaznica_orders_overdue', 'Orders without an answer for fourteen days.', overdue),
        ];
      },
    ],
    jobs: [
      { name: 'orders', every: seconds(30), also: ['at start'], run: startOnceWanted },
      {
        name: 'overdue-orders',
        every: minutes(10),
        run: async () => {
          if ((await watch.check()) && (await hasUnanswered(read))) await chase();
        },
      },
    ],
    close: worker.close,
  };
}
