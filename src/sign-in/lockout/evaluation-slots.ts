import { setTimeout as pause } from 'node:timers/promises';
import { findAccount } from '../../accounts/users/accounts-store.ts';
import type { SlidingWindow, WindowReservation } from '../../platform/counters/sliding-window.ts';
import { epochOf, instantAt } from '../../platform/kernel/clock.ts';
import { type Milliseconds, seconds } from '../../platform/kernel/durations.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { lockoutKey } from './address-lock.ts';
import { lockoutBusy } from './lockout-errors.ts';
import type { LockoutRule } from './lockout-rule.ts';
import { findLockout, lockEnd, renewSlot, takeSlot } from './lockouts-store.ts';
import { periodAt, type Slot } from './slot-lease-store.ts';

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

export interface LockoutDeps extends Pick<Platform, 'database' | 'clock' | 'keys'> {
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

/** Slightly longer than the lease of a dead process. */
const LONGEST_WAIT: Milliseconds = seconds(3.5);
const LOOK_AGAIN_EVERY: Milliseconds = 40;
const MOST_WAITING = 32;

type Decided<Answer> = Exclude<Answer, { kind: 'busy' }>;

/**
 * Waits briefly for a free slot. At most 32 callers wait; more are refused at once.
 * @throws AppError `attempts.busy` (503)
 */
export function waitingRoom() {
  let waiting = 0;
  return async <Answer extends { kind: string }>(ask: () => Promise<Answer>): Promise<Decided<Answer>> => {
    const first = await ask();
    if (first.kind !== 'busy') return first as Decided<Answer>;
    if (waiting >= MOST_WAITING) throw lockoutBusy();
    waiting++;
    try {
      return await askAgain(ask);
    } finally {
      waiting--;
    }
  };
}

async function askAgain<Answer extends { kind: string }>(ask: () => Promise<Answer>): Promise<Decided<Answer>> {
  const giveUpAt = performance.now() + LONGEST_WAIT;
  while (performance.now() < giveUpAt) {
    await pause(LOOK_AGAIN_EVERY);
    const answer = await ask();
    if (answer.kind !== 'busy') return answer as Decided<Answer>;
  }
  throw lockoutBusy();
}

/** Three times within a lease period. */
const RENEWED_EVERY: Milliseconds = seconds(0.5);

/** Upper bound for a guess to wait for its hash and be evaluated; its slot is not renewed after that. */
const LONGEST: Milliseconds = seconds(20);

/** Renews the slots of evaluations in progress. Slots of a dead process lapse. */
export interface SlotKeeper<Held> {
  keep(held: Held): void;
  /** Resolves once no renewal of this slot is running. */
  letGo(held: Held): Promise<void>;
}

/** `renew` gets all held slots and must not let one failure stop the others. */
export function slotKeeper<Held>(renew: (held: readonly Held[]) => Promise<void>): SlotKeeper<Held> {
  const since = new Map<Held, Milliseconds>();
  let renewing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const round = async () => {
    for (const [held, at] of since) if (performance.now() - at > LONGEST) since.delete(held);
    await renew([...since.keys()]).catch(() => {}); // store unavailable: an expired slot is checked again when the evaluation ends
    renewing = undefined;
  };
  const beat = () => {
    if (since.size > 0) renewing ??= round();
    else {
      clearInterval(timer);
      timer = undefined;
    }
  };
  return {
    keep: (held) => {
      since.set(held, performance.now());
      timer ??= setInterval(beat, RENEWED_EVERY).unref();
    },
    letGo: async (held) => {
      if (since.delete(held)) await renewing;
    },
  };
}
