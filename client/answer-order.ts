import { ApiError, errorOf, noAnswer } from './api-error.ts';
import { keyOf } from './webhook-secret.ts';

/** An order to a recipient of somebody's data (GDPR art. 19): docs/events.md. */
export interface Order {
  readonly type: 'order.erase' | 'order.correct';
  readonly timestamp: string;
  readonly data: {
    readonly order_id: string;
    readonly tenant_id: number | null;
    /** The person, as the application knows them. */
    readonly sub: string;
    readonly details: { readonly changed?: readonly string[] };
    readonly answer_by: string;
    readonly reminder: boolean;
    readonly receipt_url: string;
  };
}

export type KeptGround = 'legal_obligation' | 'legal_claims' | 'public_health' | 'archiving' | 'expression';

/** What came of an order. `kept_until` is a day. */
export type OrderAnswer =
  | { readonly answer: 'done' | 'unknown' }
  | { readonly answer: 'kept'; readonly ground: KeptGround; readonly kept_until?: string };

export const isOrder = (message: { readonly type: string }): message is Order => message.type.startsWith('order.');

interface AnswerOptions {
  /** Of a subscription of the application. */
  readonly secret: string;
  readonly fetch?: typeof fetch;
  readonly now?: () => number;
}

/** Sends the signed receipt of an order that is done. One that has its receipt already counts as answered. @throws ApiError, NoAnswerError: try again later */
export async function answerOrder(order: Order, answer: OrderAnswer, options: AnswerOptions): Promise<void> {
  const { fetch: fetchFrom = fetch } = options;
  const { receipt_url, order_id } = order.data;
  const receipt = await signedReceipt({ order_id, ...answer }, options);
  const answered = await fetchFrom(receipt_url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ receipt }),
  }).catch(noAnswer);
  if (answered.ok) return;
  const error = await errorOf(answered);
  if (!(error instanceof ApiError && error.code === 'orders.answered')) throw error;
}

/** A compact JWS (RFC 7515). */
async function signedReceipt(receipt: object, { secret, now = Date.now }: AnswerOptions): Promise<string> {
  const header = { alg: 'HS256', typ: 'iskaznica-receipt+jws' };
  const signed = [header, { ...receipt, iat: Math.floor(now() / 1000) }].map((part) => encoded(JSON.stringify(part)));
  const signature = await crypto.subtle.sign('HMAC', await keyOf(secret), new TextEncoder().encode(signed.join('.')));
  return [...signed, base64url(new Uint8Array(signature))].join('.');
}

const encoded = (text: string): string => base64url(new TextEncoder().encode(text));

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
