import { type Order, OVERDUE_AFTER, REMIND_AFTER } from '../../../accounts/recipients/order.ts';
import { endWaiting, remindOrders } from '../../../accounts/recipients/orders-store.ts';
import { findRecipient } from '../../../accounts/recipients/recipients-store.ts';
import { findUsers } from '../../../accounts/users/accounts-store.ts';
import { findApplication } from '../../../openid/applications/applications-store.ts';
import { byOperator } from '../../../platform/audit/audit-context.ts';
import { recordAudits } from '../../../platform/audit/record-audit.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { withLease } from '../../../platform/jobs/leased-worker.ts';
import { type Instant, instantAt } from '../../../platform/kernel/clock.ts';
import { type Milliseconds, minutes } from '../../../platform/kernel/durations.ts';
import { enqueueMail } from '../../../platform/mail/enqueue-mail.ts';
import type { OrderDeps } from './deliver-orders.ts';
import { findOrderAddress } from './order-channel.ts';

const LEASE: Milliseconds = minutes(1);
const AT_ONCE = 500;
const MOST_ROUNDS = 20;

/** Reminds of orders after seven days, and ends waiting after fourteen. */
export async function chaseOrders({ database, clock }: Pick<OrderDeps, 'database' | 'clock'>): Promise<void> {
  await withLease(database, clock, { name: 'orders', length: LEASE }, async () => {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const now = clock.now();
      const chased = await database.transaction((tx) => chase(tx, now));
      if (chased < AT_ONCE) return;
    }
  });
}

async function chase(tx: Tx, now: Milliseconds): Promise<number> {
  const at = instantAt(now);
  // First those that are overdue: a reminder of these would come too late.
  const overdue = await endWaiting(tx, instantAt(now - OVERDUE_AFTER), at, AT_ONCE);
  await recordAudits(
    tx,
    byOperator(['order.overdue'], at),
    overdue.map(({ id, recipient_id, kind, user_id, tenant_id }) => ({
      action: 'order.overdue',
      about: { id: user_id, tenant_id },
      meta: { order_id: id, recipient_id, kind },
    })),
  );
  await mailOwners(tx, overdue, at, 'overdue');
  const reminded = await remindOrders(tx, instantAt(now - REMIND_AFTER), at, AT_ONCE);
  // Whoever can be called is called once more; of the others people must think.
  const untold = reminded.filter(({ sent_at }) => sent_at === null);
  await mailOwners(tx, untold, at, 'untold');
  return Math.max(overdue.length, reminded.length);
}

/** One mail for each recipient, to whoever subscribed, registered or entered it. */
async function mailOwners(tx: Tx, orders: readonly Order[], at: Instant, state: 'untold' | 'overdue'): Promise<void> {
  for (const [recipientId, own] of Map.groupBy(orders, ({ recipient_id }) => recipient_id)) {
    const recipient = await findRecipient(tx, recipientId);
    const makers = [
      (await findOrderAddress(tx, recipientId))?.created_by,
      (await findApplication(tx, recipientId))?.created_by,
      recipient?.created_by,
    ].filter((id) => typeof id === 'number');
    const owner = (await findUsers(tx, makers.slice(0, 1)))[0];
    if (recipient === undefined || owner?.status !== 'active') continue;
    await enqueueMail(tx, {
      kind: 'orders-unanswered',
      to: owner,
      params: { recipient: recipient.name, count: String(own.length), since: own[0]?.ordered_at ?? at, state, at },
      at,
    });
  }
}
