import { type Clock, epochOf, type Instant, nowOf } from '../../platform/kernel/clock.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts';
import type { OutgoingFetch } from '../../platform/outgoing/outgoing-fetch.ts';
import type { NewAttempt } from './attempts-store.ts';
import { type Event, eventIdOf } from './event.ts';
import { issuerOf, issueSet, setKeyOf } from './issue-set.ts';
import type { SetContent } from './read-sets.ts';
import type { Subscription } from './subscription.ts';
import { secretsOf, webhookHeaders } from './webhook-signature.ts';

const EXCERPT_BYTES = 1024;

export interface CallDeps {
  readonly keys: Keyring;
  readonly clock: Clock;
  readonly fetch: OutgoingFetch;
  readonly publicUrl: string;
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

/** One call of a receiver with a security event token (RFC 8935 §2). Never throws. */
export async function pushSet(deps: CallDeps, subscription: Subscription, content: SetContent): Promise<NewAttempt> {
  const { keys, clock, publicUrl } = deps;
  const called = await post(deps, subscription, async (at) => {
    const audience = { id: subscription.application_id };
    const issue = { issuer: issuerOf(publicUrl), key: await setKeyOf(keys), audience, now: clock.now() };
    const [authorization] = secretsOf(keys, subscription, at);
    return {
      body: issueSet(content, issue),
      headers: {
        'content-type': 'application/secevent+jwt',
        accept: 'application/json',
        ...(authorization === undefined ? {} : { authorization }),
      },
    };
  });
  return { subscription_id: subscription.id, seq: content.seq, ...called };
}

/** One call of a receiver, signed with the secrets of its subscription. Never throws. */
export const postSigned = (deps: CallDeps, subscription: Subscription, { id, body }: Post): Promise<Called> =>
  post(deps, subscription, (at) => {
    const message = { id, timestamp: Math.floor(epochOf(at) / 1000), body };
    const signed = webhookHeaders(secretsOf(deps.keys, subscription, at), message);
    return { body, headers: { 'content-type': 'application/json', ...signed } };
  });

type Called = Omit<NewAttempt, 'subscription_id' | 'seq'>;

interface Request {
  readonly headers: Record<string, string>;
  readonly body: string;
}

async function post(
  { clock, fetch }: CallDeps,
  { url }: Pick<Subscription, 'url'>,
  requestAt: (at: Instant) => Request | Promise<Request>,
): Promise<Called> {
  const at = nowOf(clock);
  const began = performance.now();
  const answer = await send().catch((error: unknown) => ({
    status: null,
    problem: error instanceof OutgoingFailure ? error.problem : 'unreachable',
    excerpt: '',
  }));
  const took_ms = Math.round(performance.now() - began);
  return { at, took_ms, ...answer };

  async function send() {
    const { headers, body } = await requestAt(at);
    const response = await fetch(url ?? '', {
      method: 'POST',
      headers: { 'user-agent': 'iskaznica', ...headers },
      body,
    });
    return { status: response.status, problem: null, excerpt: excerptOf(await response.arrayBuffer()) };
  }
}

export const isAccepted = ({ status }: Pick<NewAttempt, 'status'>): boolean =>
  status !== null && status >= 200 && status < 300;

/** Of bytes that somebody else chose; PostgreSQL stores no NUL. */
const excerptOf = (answer: ArrayBuffer): string =>
  Buffer.from(answer).subarray(0, EXCERPT_BYTES).toString().replaceAll('\0', '\u{fffd}');
