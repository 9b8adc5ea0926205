import {
  ANSWERS,
  type Answer,
  GROUNDS,
  type Ground,
  type Order,
  type Proof,
} from '../../../accounts/recipients/order.ts';
import { answerOrder, findOrder } from '../../../accounts/recipients/orders-store.ts';
import type { AuditedCall } from '../../../platform/audit/audit-context.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { invalidField } from '../../../platform/http/request-refusal.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import { epochOf, instantAt } from '../../../platform/kernel/clock.ts';
import { minutes, seconds } from '../../../platform/kernel/durations.ts';
import { isOneOf } from '../../../platform/kernel/unchecked.ts';
import type { OrderDeps } from './deliver-orders.ts';
import { answerKeysOf } from './order-channel.ts';
import { isSignedWithAny, readReceipt } from './receipt-signature.ts';

/** As for webhooks (Standard Webhooks 1.0, verifying). */
const TOLERANCE = minutes(5);
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** What a recipient or an administrator says, before it is checked. */
export interface StatedAnswer {
  readonly answer?: unknown;
  readonly ground?: unknown;
  readonly kept_until?: unknown;
}

export interface CheckedAnswer {
  readonly answer: Answer;
  readonly ground: Ground | null;
  readonly kept_until: string | null;
}

/** By the access token of the recipient. @throws AppError 404, 409; InvalidRequest 422 */
export function takeReceiptOfService(
  deps: OrderDeps,
  call: AuditedCall,
  presented: {
    readonly id: string;
    readonly body: StatedAnswer;
    readonly service: { readonly id: string } | undefined;
  },
): Promise<Order> {
  const { id, body: stated, service } = presented;
  return takeAnswer(deps, call, { id, stated, recipientId: service?.id ?? '', proof: 'token' });
}

/**
 * Signed with the secret of a subscription of the recipient. Whoever signs with another one learns no more than that there is no such
 * order for them. @throws AppError 401, 404, 409; InvalidRequest 422
 */
export async function takeSignedReceipt(
  deps: OrderDeps,
  call: AuditedCall,
  { id, receipt: jws }: { readonly id: string; readonly receipt: string },
): Promise<Order> {
  const { database, keys } = deps;
  const { at } = call;
  const receipt = readReceipt(jws);
  if (receipt === undefined) throw new AppError('orders.unsigned');
  const recipientId = (await findOrder(database.read, id))?.recipient_id ?? '';
  const answerKeys = await answerKeysOf(database.read, keys, recipientId, at);
  const { claims } = receipt;
  if (!isSignedWithAny(receipt, answerKeys) || claims.order_id !== id) throw new AppError('orders.not_found');
  const signedAt = typeof claims.iat === 'number' ? seconds(claims.iat) : Number.NaN;
  if (!(Math.abs(epochOf(at) - signedAt) <= TOLERANCE)) throw new AppError('orders.stale');
  return takeAnswer(deps, call, { id, stated: claims, recipientId, proof: 'signature' });
}

interface ReceivedAnswer {
  readonly id: string;
  readonly stated: StatedAnswer;
  /** Who answers, as was proved. */
  readonly recipientId: string;
  readonly proof: Proof;
}

/** Takes the one receipt of an order, from its recipient alone. */
async function takeAnswer(
  { database }: Pick<OrderDeps, 'database'>,
  call: AuditedCall,
  { id, stated, recipientId, proof }: ReceivedAnswer,
): Promise<Order> {
  if ((await findOrder(database.read, id))?.recipient_id !== recipientId) throw new AppError('orders.not_found');
  const checked = checkedAnswer(stated);
  const answered = await database.transaction(async (tx) => {
    const taken = await answerOrder(tx, { id, recipientId }, { ...checked, proof, answered_at: call.at });
    if (taken !== undefined) await recordAnswer(tx, call, taken, proof);
    return taken;
  });
  if (answered !== undefined) return answered;
  // It may have gone meanwhile, with an erasure.
  const order = await findOrder(database.read, id);
  if (order === undefined) throw new AppError('orders.not_found');
  throw new AppError(order.answered_at === null ? 'orders.not_sent' : 'orders.answered');
}

/** In the transaction of the answer. */
export async function recordAnswer(tx: Tx, call: AuditedCall, order: Order, proof: Proof): Promise<void> {
  const { id, user_id, tenant_id, recipient_id, kind, answer, ground } = order;
  await recordAudit(tx, call, {
    action: 'order.answer',
    about: { id: user_id, tenant_id },
    tenantId: tenant_id,
    meta: { order_id: id, recipient_id, kind, answer, ground, proof },
  });
}

/** @throws InvalidRequest 422 */
export function checkedAnswer({ answer, ground = null, kept_until: until = null }: StatedAnswer): CheckedAnswer {
  if (!isOneOf(ANSWERS, answer))
    throw invalidField('body', 'answer', 'enum', `Odgovor je jedno od: ${ANSWERS.join(', ')}.`);
  if (answer !== 'kept') {
    if (ground !== null) throw invalidField('body', 'ground', 'answer', 'Osnovu ima samo zadržavanje.');
    if (until !== null) throw invalidField('body', 'kept_until', 'answer', 'Rok ima samo zadržavanje.');
    return { answer, ground: null, kept_until: null };
  }
  if (!isOneOf(GROUNDS, ground))
    throw invalidField('body', 'ground', 'enum', `Osnova zadržavanja je jedno od: ${GROUNDS.join(', ')}.`);
  if (until !== null && !isDay(until)) throw invalidField('body', 'kept_until', 'date', 'Takvog dana nema.');
  return { answer, ground, kept_until: until };
}

/** Of the calendar. */
export const isDay = (value: unknown): value is string => {
  if (typeof value !== 'string' || !DAY.test(value)) return false;
  const midnight = Date.parse(`${value}T00:00:00.000Z`);
  return !Number.isNaN(midnight) && instantAt(midnight).startsWith(value);
};
