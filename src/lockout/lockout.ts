import { setTimeout as pause } from 'node:timers/promises';
import type {
  AttemptAnswer,
  AttemptCounter,
  AttemptOutcome,
  AttemptReservation,
  AttemptRule,
} from '../counters/attempt-counter.ts';
import type { SlidingWindow, WindowReservation } from '../counters/sliding-window.ts';
import type { Database, Tx } from '../database/database.ts';
import { AppError } from '../kernel/app-error.ts';
import type { Clock } from '../kernel/clock.ts';
import { type Milliseconds, seconds } from '../kernel/durations.ts';
import {
  clearAttempts,
  failAttempt,
  releaseAttempt,
  reserveAttempt,
  reserveForNobody,
  whyRefused,
} from './account-attempts-store.ts';
import { attemptErrors } from './lockout-errors.ts';

/** Whose password or code is guessed at: an account, or an address that has none (by its HMAC). */
export type Subject = { readonly userId: number } | { readonly unknown: string };

/** One evaluation that may go ahead. It must be ended by exactly one of `fail`, `succeed`, `release`. */
export interface Attempt {
  readonly subject: Subject;
  readonly account: AttemptReservation;
  readonly address: WindowReservation;
}

export type Beginning =
  | { readonly kind: 'ready'; readonly attempt: Attempt }
  | { readonly kind: 'locked'; readonly until: Milliseconds }
  | { readonly kind: 'address-blocked'; readonly until: Milliseconds };

/** The counters that every password and code oracle shares. */
export interface Attempts {
  readonly rule: AttemptRule;
  /**
   * Reserves an evaluation before anything is computed: client address first, then account.
   * @throws AppError `attempts.busy` (503) when as many are under way as may be, and none ended in time
   */
  begin(subject: Subject, addressKey: string): Promise<Beginning>;
  /** It was wrong. `alongside` runs in the transaction that counts it. */
  fail(attempt: Attempt, alongside: (tx: Tx, outcome: AttemptOutcome) => Promise<void>): Promise<AttemptOutcome>;
  /** It was right and complete: both counts are cleared in the transaction of `alongside`. */
  succeed<Result>(attempt: Attempt, alongside: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** It was right, but proves nothing of the owner: both counts stay as they are. */
  pass<Result>(attempt: Attempt, alongside: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** It counts neither way (a second factor is missing, the account is suspended): `alongside` is told the count as it stands. */
  release(attempt: Attempt, alongside?: (tx: Tx, standing: AttemptOutcome) => Promise<void>): Promise<void>;
}

export interface AttemptsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly rule: AttemptRule;
  readonly addresses: SlidingWindow;
  /** Counts for addresses without an account, so that they lock like the others. */
  readonly shadow: AttemptCounter;
}

const LONGEST_WAIT = seconds(2);
const LOOK_AGAIN_EVERY = 40;
const MOST_WAITING = 32;

export function createAttempts({ database, clock, rule, addresses, shadow }: AttemptsDeps): Attempts {
  const untilDecided = waitingRoom();
  const reserve = (subject: Subject): Promise<AttemptAnswer> =>
    'unknown' in subject
      ? reserveInShadow(database, shadow, subject.unknown)
      : reserveForAccount(database, subject.userId, rule, clock.now());
  return {
    rule,
    begin: async (subject, addressKey) => {
      const address = await untilDecided(() => addresses.reserve(addressKey));
      if (address.kind === 'blocked') return { kind: 'address-blocked', until: address.until };
      const account = await untilDecided(() => reserve(subject)).catch(async (error: unknown) => {
        await addresses.release(address.reservation);
        throw error;
      });
      if (account.kind === 'reserved')
        return { kind: 'ready', attempt: { subject, account: account.reservation, address: address.reservation } };
      await addresses.count(address.reservation); // an answer 423 counts for the address
      return { kind: 'locked', until: account.until };
    },
    fail: async ({ subject, account, address }, alongside) => {
      await addresses.count(address); // first: if the store is away, the guess still counts somewhere
      const shadowed = 'unknown' in subject ? atMost(rule.threshold, await shadow.fail(account)) : undefined;
      return database.transaction(async (tx) => {
        const outcome = shadowed ?? (await failAttempt(tx, account, rule, clock.now()));
        await alongside(tx, outcome);
        return outcome;
      });
    },
    succeed: async ({ account, address }, alongside) => {
      const result = await database.transaction(async (tx) => {
        await clearAttempts(tx, account);
        return alongside(tx);
      });
      await addresses.clear(address);
      return result;
    },
    pass: async ({ account, address }, alongside) => {
      const result = await database.transaction(async (tx) => {
        await releaseAttempt(tx, account);
        return alongside(tx);
      });
      await addresses.release(address);
      return result;
    },
    release: async ({ subject, account, address }, alongside) => {
      await addresses.release(address);
      if ('unknown' in subject) await shadow.release(account);
      await database.transaction(async (tx) => {
        const standing = 'userId' in subject ? await releaseAttempt(tx, account) : NOTHING_COUNTED;
        await alongside?.(tx, atMost(rule.threshold, standing));
      });
    },
  };
}

/** Nobody is told the count of an address without an account: it has no password that could be right. */
const NOTHING_COUNTED: AttemptOutcome = { failures: 0, lockedUntil: null };

/** A late one of a stale window may be one too many; an account shows no more than the threshold either. */
const atMost = (threshold: number, { failures, lockedUntil }: AttemptOutcome): AttemptOutcome => ({
  failures: Math.min(failures, threshold),
  lockedUntil,
});

/** By way of the database too, or an address without an account would answer sooner by that way. */
async function reserveInShadow(database: Database, shadow: AttemptCounter, unknown: string): Promise<AttemptAnswer> {
  await database.transaction((tx) => reserveForNobody(tx));
  return shadow.reserve(unknown);
}

async function reserveForAccount(
  database: Database,
  userId: number,
  rule: AttemptRule,
  now: Milliseconds,
): Promise<AttemptAnswer> {
  const reservation = await database.transaction((tx) => reserveAttempt(tx, userId, rule, now));
  return reservation ? { kind: 'reserved', reservation } : whyRefused(database.read, userId, now);
}

/** A surplus waits a moment for those under evaluation to end. Only so many may wait; the rest is refused at once. */
function waitingRoom() {
  let waiting = 0;
  return async <Answer extends { kind: string }>(
    ask: () => Promise<Answer>,
  ): Promise<Exclude<Answer, { kind: 'busy' }>> => {
    const first = await ask();
    if (first.kind !== 'busy') return first as Exclude<Answer, { kind: 'busy' }>;
    if (waiting >= MOST_WAITING) throw busy();
    waiting++;
    try {
      return await askAgain(ask);
    } finally {
      waiting--;
    }
  };
}

async function askAgain<Answer extends { kind: string }>(
  ask: () => Promise<Answer>,
): Promise<Exclude<Answer, { kind: 'busy' }>> {
  const giveUpAt = performance.now() + LONGEST_WAIT;
  while (performance.now() < giveUpAt) {
    await pause(LOOK_AGAIN_EVERY);
    const answer = await ask();
    if (answer.kind !== 'busy') return answer as Exclude<Answer, { kind: 'busy' }>;
  }
  throw busy();
}

const busy = () => new AppError(attemptErrors['attempts.busy'], { headers: { 'retry-after': '1' } });
