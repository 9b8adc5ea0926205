import type { SlidingWindow, WindowReservation } from '../counters/sliding-window.ts';
import type { Database } from '../database/database.ts';
import { type Clock, epochOf } from '../kernel/clock.ts';
import type { Milliseconds } from '../kernel/durations.ts';
import type { UserId } from '../kernel/entity-id.ts';
import type { Keyring } from '../keys/keyring.ts';
import { findAccount } from '../users/find-account.ts';
import { lockoutKey } from './lockout-key.ts';
import type { Guessed, LockoutRule } from './lockout-rule.ts';
import { findLockout, renewPlace, takePlace } from './lockouts-store.ts';
import { type Place, periodAt } from './place-lease.ts';

/**
 * Whose password or code is being guessed: an address as it was sent, with or without an account; a signed-in user; or
 * nobody, when only the client address counts.
 */
export type Subject = { readonly address: string } | { readonly userId: UserId } | 'nobody';

/** An evaluation in progress. End it with exactly one of `fail`, `succeed`, `pass`, `release`. */
export interface Attempt {
  readonly guessed: Guessed;
  /** `undefined` before it is taken, and when the subject is nobody. */
  place: Place | undefined;
  readonly window: WindowReservation;
  /** A commit of its outcome was attempted; `release` then does nothing. */
  ended: boolean;
}

export interface LockoutDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly keys: Keyring;
  readonly rule: LockoutRule;
  readonly addresses: SlidingWindow;
}

type PlaceAnswer =
  | { readonly kind: 'reserved'; readonly place: Place | undefined }
  | { readonly kind: 'locked'; readonly until: Milliseconds }
  | { readonly kind: 'busy' };

/** The key that guesses at this subject are counted under. */
export async function keyOf({ database, keys }: LockoutDeps, subject: Subject): Promise<string | undefined> {
  if (subject === 'nobody') return undefined;
  if ('address' in subject) return lockoutKey(keys, subject.address);
  const account = await findAccount(database.read, subject.userId);
  if (account === undefined) throw new Error('A user cannot disappear');
  return lockoutKey(keys, account.email);
}

export async function holdPlace(
  { database, clock, rule }: LockoutDeps,
  key: string | undefined,
  guessed: Guessed,
): Promise<PlaceAnswer> {
  if (key === undefined) return { kind: 'reserved', place: undefined };
  const now = clock.now();
  const place = await database.transaction((tx) => takePlace(tx, key, guessed, { rule, now }));
  if (place !== undefined) return { kind: 'reserved', place };
  const until = (await findLockout(database.read, key))?.locked_until ?? null;
  return until !== null && epochOf(until) > now ? { kind: 'locked', until: epochOf(until) } : { kind: 'busy' };
}

/** Renews only the places that are due, in a fixed order so that two nodes never deadlock. */
export async function renewPlaces(deps: LockoutDeps, held: readonly Attempt[]): Promise<void> {
  const period = periodAt(deps.clock.now());
  const due = held.filter(({ place }) => (place?.lease ?? 0) < period);
  await Promise.allSettled(due.map(({ window }) => deps.addresses.renew(window)));
  const places = due.flatMap(({ place, guessed }) => (place === undefined ? [] : [{ place, guessed }]));
  if (places.length === 0) return;
  places.sort((one, other) => (one.place.key < other.place.key ? -1 : 1));
  const ruleAt = { rule: deps.rule, now: deps.clock.now() };
  const leases = await deps.database.transaction(async (tx) => {
    const renewed: [Place, number | undefined][] = [];
    for (const { place, guessed } of places) renewed.push([place, await renewPlace(tx, place, guessed, ruleAt)]);
    return renewed;
  });
  for (const [place, lease] of leases) if (lease !== undefined) place.lease = lease;
}
