import type { Logger } from 'pino';
import type { Order } from '../../../accounts/recipients/order.ts';
import {
  hasDueTurn,
  listToSend,
  markSent,
  recallTurns,
  settleTurn,
  takeTurn,
} from '../../../accounts/recipients/orders-store.ts';
import type { Recipient } from '../../../accounts/recipients/recipient.ts';
import { findApplication } from '../../../openid/applications/applications-store.ts';
import { type AuditedCall, byOperator } from '../../../platform/audit/audit-context.ts';
import { recordAudits } from '../../../platform/audit/record-audit.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { type DeliveryWorker, deliveryWorker } from '../../../platform/jobs/delivery-worker.ts';
import { pauseAfter } from '../../../platform/jobs/next-try.ts';
import { instantAt } from '../../../platform/kernel/clock.ts';
import { hours, type Milliseconds, seconds } from '../../../platform/kernel/durations.ts';
import { type CallDeps, isAccepted, postSigned } from '../call-receiver.ts';
import { findOrderAddress } from './order-channel.ts';
import { messageIdOf, orderMessage, SIGNED_ORDERS } from './order-message.ts';

export interface OrderDeps extends CallDeps {
  readonly database: Database;
  readonly log: Logger;
  readonly publicUrl: string;
}

/** What became of a turn. `unreachable`: the application has no address, and is told by people unless it asks itself. */
const OUTCOMES = ['delivered', 'put_off', 'unreachable'] as const;
export type OrderOutcome = (typeof OUTCOMES)[number];

export type OrderWorker = DeliveryWorker<OrderOutcome>;

/** Recipients that are called at once. Each has one turn at a time, so that a slow one takes one worker alone. */
const WORKERS = 16;
/** A turn ends after so many orders, or so long. */
const ORDERS_A_TURN = 20;
const LONGEST_TURN: Milliseconds = seconds(20);
/** How often an application without an address is looked at again. */
const UNREACHABLE_PAUSE = hours(1);

interface Turn {
  readonly state: OrderOutcome;
  readonly result: Pick<Recipient, 'failures' | 'problem' | 'due_at'>;
  readonly taken: readonly Order[];
}

/** Hands orders to the applications that were given a person's data. */
export const orderWorker = (deps: OrderDeps): OrderWorker =>
  deliveryWorker<Recipient, OrderOutcome, Turn>(deps, {
    name: 'the list of orders to recipients',
    pollEvery: seconds(5),
    workers: WORKERS,
    tried: OUTCOMES,
    hasDue: hasDueTurn,
    recall: recallTurns,
    lease: takeTurn,
    attempt: (recipient, _now, stop) => takeTurnOf(deps, recipient, stop),
    settle: settle(deps),
  });

async function takeTurnOf(deps: OrderDeps, recipient: Recipient, stop: AbortSignal): Promise<Turn> {
  const { clock, log } = deps;
  const taken: Order[] = [];
  try {
    const problem = await sendOrders(deps, { recipient, taken, stop });
    if (problem === undefined) return turnOf('delivered', 0, { failures: 0, problem: null });
    if (problem === 'no_address') return turnOf('unreachable', UNREACHABLE_PAUSE, { failures: 0, problem: null });
    log.warn({ recipient: recipient.id, reason: problem }, 'an order was not taken');
    // An order that arrived in this turn ends what failed before.
    const failures = taken.length > 0 ? 1 : recipient.failures + 1;
    return turnOf('put_off', pauseAfter(failures), { failures, problem });
  } catch (error) {
    log.warn({ err: error, recipient: recipient.id }, 'orders could not be read');
    const failures = recipient.failures + 1;
    return turnOf('put_off', pauseAfter(failures), { failures, problem: recipient.problem });
  }

  function turnOf(state: OrderOutcome, pause: Milliseconds, result: Omit<Turn['result'], 'due_at'>): Turn {
    return { state, taken, result: { ...result, due_at: instantAt(clock.now() + pause) } };
  }
}

interface Sending {
  readonly recipient: Recipient;
  /** Those that were taken are added. */
  readonly taken: Order[];
  readonly stop: AbortSignal;
}

/** Stops at the first that is not taken, and returns why; `undefined` where all were. */
async function sendOrders(deps: OrderDeps, { recipient, taken, stop }: Sending): Promise<string | undefined> {
  const { read } = deps.database;
  const application = await findApplication(read, recipient.id);
  const address = application && (await findOrderAddress(read, application.id));
  if (application === undefined || address === undefined) return 'no_address';
  const receiptsAt = `${deps.publicUrl}${SIGNED_ORDERS}`;
  const until = performance.now() + LONGEST_TURN;
  for (const order of await listToSend(read, recipient.id, ORDERS_A_TURN)) {
    if (stop.aborted || performance.now() > until) return undefined;
    const message = orderMessage({ keys: deps.keys, receiptsAt }, order, application);
    const called = await postSigned(deps, address, { id: messageIdOf(message), body: JSON.stringify(message) });
    if (!isAccepted(called))
      return called.status === null ? (called.problem ?? 'unreachable') : `HTTP ${called.status}`;
    taken.push(order);
  }
  return undefined;
}

const settle =
  ({ clock }: Pick<OrderDeps, 'clock'>) =>
  async (tx: Tx, recipient: Recipient, { result, taken }: Turn): Promise<void> => {
    if (!(await settleTurn(tx, recipient, result))) return;
    await recordSending(tx, byOperator(['order.send'], instantAt(clock.now())), taken);
  };

/** The recipient has these orders, on record the first time. */
export async function recordSending(tx: Tx, call: AuditedCall, orders: readonly Order[]): Promise<void> {
  const sent = await markSent(
    tx,
    orders.map(({ id }) => id),
    call.at,
  );
  if (sent.length === 0) return;
  await recordAudits(
    tx,
    call,
    sent.map(({ id, recipient_id, kind, user_id, tenant_id }) => ({
      action: 'order.send',
      about: { id: user_id, tenant_id },
      meta: { order_id: id, recipient_id, kind },
    })),
  );
}
