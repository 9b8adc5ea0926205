import { findAccount } from '../../accounts/users/find-account.ts';
import type { SlidingWindow, WindowReservation } from '../../platform/counters/sliding-window.ts';
import type { Database } from '../../platform/database/database.ts';
import { type Clock, epochOf, instantAt } from '../../platform/kernel/clock.ts';
import type { Milliseconds } from '../../platform/kernel/durations.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { lockoutKey } from './lockout-key.ts';
import type { LockoutRule } from './lockout-rule.ts';
import { findLockout, lockEnd, renewSlot, takeSlot } from './lockouts-store.ts';
import { periodAt, type Slot } from './slot-lease.ts';

/**
 * Whose password or code is being guessed: an address as it was sent, with or without an account; a signed-in user; or
 * nobody, when only the client address counts.
 */
export type Subject = { readonly address: string } | { readonly userId: UserId } | 'nobody';

/** An evaluation in progress. End it with exactly one of `fail`, `succeed`, `pass`, `release`. */
export interface Attempt {
  /** `undefined` before it is taken, and when the subject is nobody. */
  slot: Slot | undefined;
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

type SlotAnswer =
  | { readonly kind: 'reserved'; readonly slot: Slot | undefined }
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

export async function reserveSlot(
  { database, clock, rule }: LockoutDeps,
  key: string | undefined,
): Promise<SlotAnswer> {
  if (key === undefined) return { kind: 'reserved', slot: undefined };
  const now = clock.now();
  const slot = await database.transaction((tx) => takeSlot(tx, key, { rule, now }));
  if (slot !== undefined) return { kind: 'reserved', slot };
  const row = await findLockout(database.read, key);
  const until = row === undefined ? null : lockEnd(row, instantAt(now));
  return until === null ? { kind: 'busy' } : { kind: 'locked', until: epochOf(until) };
}

/** Renews only the slots that are due, in a fixed order so that two nodes never deadlock. */
export async function renewSlots(deps: LockoutDeps, held: readonly Attempt[]): Promise<void> {
  const period = periodAt(deps.clock.now());
  const due = held.filter(({ slot }) => (slot?.lease ?? 0) < period);
  await Promise.allSettled(due.map(({ window }) => deps.addresses.renew(window)));
  const slots = due.flatMap(({ slot }) => (slot === undefined ? [] : [slot]));
  if (slots.length === 0) return;
  slots.sort((one, other) => (one.key < other.key ? -1 : 1));
  const ruleAt = { rule: deps.rule, now: deps.clock.now() };
  const leases = await deps.database.transaction(async (tx) => {
    const renewed: [Slot, number | undefined][] = [];
    for (const slot of slots) renewed.push([slot, await renewSlot(tx, slot, ruleAt)]);
    return renewed;
  });
  for (const [slot, lease] of leases) if (lease !== undefined) slot.lease = lease;
}
