import { type Clock, instantAt } from '../../platform/kernel/clock.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts';
import type { OutgoingFetch } from '../../platform/outgoing/outgoing-fetch.ts';
import type { NewAttempt } from './attempts-store.ts';
import { type Event, eventIdOf } from './event.ts';
import type { Subscription } from './subscription.ts';
import { secretsOf, webhookHeaders } from './webhook-signature.ts';

const EXCERPT_BYTES = 1024;

export interface CallDeps {
  readonly keys: Keyring;
  readonly clock: Clock;
  readonly fetch: OutgoingFetch;
}

/** One signed call of a receiver about an event, with its first KiB of answer. Never throws. */
export async function callReceiver(deps: CallDeps, subscription: Subscription, event: Event): Promise<NewAttempt> {
  const called = await postSigned(deps, subscription, { id: eventIdOf(event), body: JSON.stringify(event) });
  return { subscription_id: subscription.id, seq: event.data.seq, ...called };
}

interface Post {
  /** The same for every attempt. */
  readonly id: string;
  readonly body: string;
}

/** One call of a receiver, signed with the secrets of its subscription. Never throws. */
export async function postSigned(
  { keys, clock, fetch }: CallDeps,
  subscription: Subscription,
  { id, body }: Post,
): Promise<Omit<NewAttempt, 'subscription_id' | 'seq'>> {
  const now = clock.now();
  const at = instantAt(now);
  const began = performance.now();
  const answer = await send().catch((error: unknown) => ({
    status: null,
    problem: error instanceof OutgoingFailure ? error.problem : 'unreachable',
    excerpt: '',
  }));
  const took_ms = Math.round(performance.now() - began);
  return { at, took_ms, ...answer };

  async function send() {
    const message = { id, timestamp: Math.floor(now / 1000), body };
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'iskaznica',
      ...webhookHeaders(secretsOf(keys, subscription, at), message),
    };
    const response = await fetch(subscription.url ?? '', { method: 'POST', headers, body });
    return { status: response.status, problem: null, excerpt: excerptOf(await response.arrayBuffer()) };
  }
}

export const isAccepted = ({ status }: Pick<NewAttempt, 'status'>): boolean =>
  status !== null && status >= 200 && status < 300;

/** Of bytes that somebody else chose; PostgreSQL stores no NUL. */
const excerptOf = (answer: ArrayBuffer): string =>
  Buffer.from(answer).subarray(0, EXCERPT_BYTES).toString().replaceAll('\0', '\u{fffd}');
