import type { Instant } from '../../platform/kernel/clock.ts';
import { type Milliseconds, minutes } from '../../platform/kernel/durations.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { type Challenge, readChallenge, signChallenge } from '../login/signed-challenge.ts';
import type { Binding, ExternalIdentity } from './issuers.ts';

/** The purpose of leaving for an issuer: to sign in, or to link the account they are signed in to. */
export const GOALS = ['sign-in', 'link'] as const;
export type Goal = (typeof GOALS)[number];

interface Departure {
  readonly key: string;
  readonly issuer: string;
  readonly goal: Goal;
  /** The digest of its cookie: the response is accepted in this browser only. */
  readonly browser: string;
}

const DEPARTURE = 'departure to an issuer';
const AWAY_FOR: Milliseconds = minutes(10);

/** The state, from which nonce and verifier are derived, so that nothing is stored meanwhile. */
export function bindDeparture(keys: Keyring, at: Instant, departure: Departure): Binding {
  return bindingOf(keys, signChallenge(keys, { purpose: DEPARTURE, at, validFor: AWAY_FOR, data: departure }));
}

/** Only this service can derive them from the state, which is public. */
const bindingOf = (keys: Keyring, state: string): Binding => ({
  state,
  nonce: keys.hmac('nonce of a departure', state).toString('base64url'),
  verifier: keys.hmac('code verifier of a departure', state).toString('base64url'), // 43 characters, RFC 7636 §4.1
});

export interface Returned {
  readonly departure: Departure;
  readonly binding: Binding;
  /** To be spent. */
  readonly challenge: Challenge;
}

/** `undefined` for a state that is not ours, has expired, or was given to another browser or provider. */
export function readDeparture(
  keys: Keyring,
  at: Instant,
  { state, key, browser }: { readonly state: string; readonly key: string; readonly browser: string | undefined },
): Returned | undefined {
  const challenge = readChallenge(keys, DEPARTURE, state, at);
  const departure = challenge?.data as Departure | undefined; // signed by us for this purpose
  if (challenge === undefined || departure === undefined) return undefined;
  if (departure.key !== key || departure.browser !== browser) return undefined;
  return { departure, binding: bindingOf(keys, state), challenge };
}

interface Ticket {
  readonly identity: ExternalIdentity;
  readonly goal: Goal;
  readonly browser: string;
}

const TICKET = 'ticket of an issuer';
const TICKET_FOR: Readonly<Record<Goal, Milliseconds>> = {
  'sign-in': minutes(1),
  link: minutes(5), // its owner may be asked to re-authenticate first
};

export const signTicket = (keys: Keyring, at: Instant, ticket: Ticket): string =>
  signChallenge(keys, { purpose: TICKET, at, validFor: TICKET_FOR[ticket.goal], data: ticket });

export interface ReadTicket {
  readonly identity: ExternalIdentity;
  readonly challenge: Challenge;
}

/** `undefined` for a ticket that is not ours, has expired, or was given for something else or to another browser. */
export function readTicket(
  keys: Keyring,
  at: Instant,
  { text, goal, browser }: { readonly text: string; readonly goal: Goal; readonly browser: string | undefined },
): ReadTicket | undefined {
  const challenge = readChallenge(keys, TICKET, text, at);
  const ticket = challenge?.data as Ticket | undefined; // signed by us for this purpose
  if (challenge === undefined || ticket === undefined) return undefined;
  return ticket.goal === goal && ticket.browser === browser ? { identity: ticket.identity, challenge } : undefined;
}
