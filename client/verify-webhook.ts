import type { Order } from './answer-order.ts';
import type { ServiceEvent } from './follow-events.ts';
import { bytesOf } from './token-parts.ts';
import { keyOf } from './webhook-secret.ts';

export interface WebhookOptions {
  /** `whsec_…` of the subscription; several while they are being changed. */
  readonly secrets: string | readonly string[];
  readonly now?: () => number;
}

export interface Webhook {
  /** The same for every attempt. */
  readonly id: string;
  readonly message: ServiceEvent | Order;
}

/** Of Node.js, of `fetch`, or a plain object with names in lower case. */
type Headers = { get(name: string): string | null } | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The body exactly as it arrived. `undefined` for what we did not send, or sent more than five minutes ago. */
export type VerifyWebhook = (headers: Headers, body: string | Uint8Array) => Promise<Webhook | undefined>;

/** How far the clocks may differ, in seconds; nobody who recorded a message may send it again later. */
const TOLERANCE = 5 * 60;
/** Two secrets sign at most; whoever sends a thousand signatures shall not have them all tried. */
const MOST_SIGNATURES = 8;

/** Verifies messages of Standard Webhooks 1.0 by Web Crypto, which compares in constant time. */
export function webhookVerifier({ secrets, now = Date.now }: WebhookOptions): VerifyWebhook {
  const keys = Promise.all([secrets].flat().map(keyOf));
  keys.catch(() => {}); // whoever verifies is told
  return async (headers, body) => {
    const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
      only(headers, `webhook-${name}`),
    );
    if (id === undefined || timestamp === undefined || signatures === undefined) return undefined;
    if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now() / 1000 - Number(timestamp)) > TOLERANCE) return undefined;
    const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
    const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
    for (const key of await keys)
      for (const signature of signaturesOf(signatures))
        if (await crypto.subtle.verify('HMAC', key, signature, signed)) return { id, message: JSON.parse(text) };
    return undefined;
  };
}

function only(headers: Headers, name: string): string | undefined {
  const value = 'get' in headers && typeof headers.get === 'function' ? headers.get(name) : valueIn(headers, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

const valueIn = (headers: Headers, name: string): unknown => Object.entries(headers).find(([key]) => key === name)?.[1];

const SIGNATURE = /^v1,([A-Za-z0-9+/]{43}=)$/;

/** Those of the symmetric scheme; others stand beside them in a later version. */
const signaturesOf = (header: string): Uint8Array<ArrayBuffer>[] =>
  header
    .split(' ', MOST_SIGNATURES)
    .flatMap((part) => SIGNATURE.exec(part)?.[1] ?? [])
    .map(bytesOf);
