import { hasUnanswered, measureOrders } from '../../accounts/recipients/orders-store.ts';
import { recipientsPersonalData } from '../../accounts/recipients/recipients-personal-data.ts';
import type { SealObserver } from '../../platform/audit/seal-audit.ts';
import { parseAddressRange } from '../../platform/kernel/address-range.ts';
import { minutes, seconds } from '../../platform/kernel/durations.ts';
import { gauge } from '../../platform/metrics/metric.ts';
import { outgoingFetch } from '../../platform/outgoing/outgoing-fetch.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { chaseOrders } from './chase-orders.ts';
import { orderWorker } from './deliver-orders.ts';
import { orderActions } from './orders-actions.ts';
import { orderErrors } from './orders-errors.ts';
import { orderMails } from './orders-mails.ts';
import { ordersRoutes } from './orders-routes.ts';
import { recipientWatch } from './watch-recipients.ts';

const LONGEST_ANSWER = seconds(15);

interface OrdersRoomDeps extends Platform {
  readonly observeSealing: (observer: SealObserver) => void;
}

/** What recipients of people's data are told to do with them (GDPR art. 19), and what they answer. */
export const ordersRoom = defineRoom({
  name: 'orders',
  refusals: orderErrors,
  auditActions: orderActions,
  mails: orderMails,
  personalData: () => recipientsPersonalData,
  open: ({ database, clock, keys, log, settings, publicUrl, observeSealing }: OrdersRoomDeps) => {
    const permitted = settings.outgoing.privateAddresses.flatMap((range) => parseAddressRange(range) ?? []);
    const deps = { database, clock, keys, log, publicUrl, fetch: outgoingFetch(permitted, LONGEST_ANSWER) };
    const worker = orderWorker(deps);
    const chase = () => chaseOrders(deps);
    const watch = recipientWatch(database.read);
    observeSealing(watch);
    let hasStarted = false;
    /** Nothing is polled until somebody has been told something. */
    const look = async () => {
      if (hasStarted || !(await watch.look()) || !(await hasUnanswered(database.read))) return;
      hasStarted = true;
      worker.start();
    };
    return {
      services: { orders: { deliverDue: worker.deliverDue, chase } },
      routes: ordersRoutes(deps),
      metrics: [
        async () => {
          const { waiting, overdue } = await measureOrders(database.read);
          return [
            gauge('iskaznica_orders_waiting', 'Orders to recipients of data that wait for an answer.', waiting),
            gauge('iskaznica_orders_overdue', 'Orders without an answer for fourteen days.', overdue),
          ];
        },
      ],
      jobs: [
        { name: 'orders', every: seconds(30), also: ['at start'], run: look },
        {
          name: 'overdue-orders',
          every: minutes(10),
          run: async () => {
            if ((await watch.look()) && (await hasUnanswered(database.read))) await chase();
          },
        },
      ],
      work: { stop: worker.close },
    };
  },
});
