import type { Tx } from '../../platform/database/database.ts';
import type { Milliseconds } from '../../platform/kernel/durations.ts';
import {
  type Attempt,
  keyOf,
  type LockoutDeps,
  renewSlots,
  reserveSlot,
  type SlotKeeper,
  type Subject,
  slotKeeper,
  waitingRoom,
} from './evaluation-slots.ts';
import { lockoutBusy } from './lockout-errors.ts';
import type { AttemptOutcome, Failure, LockoutRule, Wrong } from './lockout-rule.ts';
import { clearFailures, countFailure, freeSlot, leaveSlot, type RuleAt } from './lockouts-store.ts';
import type { Slot } from './slot-lease-store.ts';

export type Beginning =
  | { readonly kind: 'ready'; readonly attempt: Attempt }
  | { readonly kind: 'locked'; readonly until: Milliseconds }
  | { readonly kind: 'address-blocked'; readonly until: Milliseconds };

/**
 * The counters shared by all password and code checks. `fail`, `succeed` and `pass` commit an outcome, or throw
 * `attempts.busy` (503) when the attempt has lost its slot.
 */
export interface Lockout {
  readonly rule: LockoutRule;
  /**
   * Reserves an evaluation before anything is computed: client address first, then the account or address.
   * @throws AppError `attempts.busy` (503) when the limit of concurrent evaluations is reached and none ends in time
   */
  begin(subject: Subject, addressKey: string): Promise<Beginning>;
  /** Wrong guess. `alongside` runs in the transaction that counts it. */
  fail(attempt: Attempt, wrong: Wrong, alongside: (tx: Tx, failure: Failure) => Promise<void>): Promise<AttemptOutcome>;
  /** Right guess, sign-in complete: `alongside` runs in the transaction that clears the account's counter. */
  succeed<Result>(attempt: Attempt, alongside: (tx: Tx) => Promise<Result>): Promise<Result>;
  /**
   * Right guess that must not clear the counters: it proves nothing, or something else is missing. `alongside` gets the
   * counts.
   */
  pass<Result>(attempt: Attempt, alongside: (tx: Tx, standing: AttemptOutcome) => Promise<Result>): Promise<Result>;
  /**
   * Not evaluated, no outcome given. A no-op on an ended attempt. Never throws: a slot that cannot be freed lapses
   * within 3 s.
   */
  release(attempt: Attempt): Promise<void>;
  tallies(): LockoutTallies;
}

/** For those who use it: what the room offers. */
export interface LockoutService {
  readonly lockout: Lockout;
}

/** Since this process started. */
export interface LockoutTallies {
  readonly lockouts: number;
  /** Client addresses whose counter a successful sign-in cleared. */
  readonly windowsCleared: number;
}

export function createLockout(deps: LockoutDeps): Lockout {
  const { database, clock, rule, addresses } = deps;
  const ruleNow = (): RuleAt => ({ rule, now: clock.now() });
  const keeper = slotKeeper<Attempt>((held) => renewSlots(deps, held));
  const untilDecided = waitingRoom();
  const tallies = { lockouts: 0, windowsCleared: 0 };
  return {
    rule,
    begin: async (subject, addressKey) => {
      const key = await keyOf(deps, subject);
      const window = await untilDecided(() => addresses.reserve(addressKey));
      if (window.kind === 'blocked') return { kind: 'address-blocked', until: window.until };
      const attempt: Attempt = { slot: undefined, window: window.reservation, ended: false };
      keeper.keep(attempt); // waiting for a slot may take longer than the address reservation is leased for
      const answer = await untilDecided(() => reserveSlot(deps, key)).catch(async (error: unknown) => {
        await keeper.letGo(attempt);
        await addresses.release(attempt.window);
        throw error;
      });
      if (answer.kind === 'reserved') {
        attempt.slot = answer.slot;
        return { kind: 'ready', attempt };
      }
      await keeper.letGo(attempt);
      await addresses.count(attempt.window); // a 423 counts against the client address
      return { kind: 'locked', until: answer.until };
    },
    fail: async (attempt, wrong, alongside) => {
      attempt.ended = true;
      await keeper.letGo(attempt);
      await addresses.count(attempt.window); // first, so that the guess counts even when the store is down
      const failure = await database.transaction(async (tx) => {
        const counted = await resultOrBusy(attempt, NOTHING_COUNTED, (slot) =>
          countFailure(tx, slot, wrong, ruleNow()),
        );
        await alongside(tx, counted);
        return counted;
      });
      if (failure.lockedUntil !== null) tallies.lockouts++;
      return failure;
    },
    succeed: async (attempt, alongside) => {
      const result = await letGoWhile(keeper, attempt, () =>
        database.transaction(async (tx) => {
          await resultOrBusy(attempt, true, (slot) => clearFailures(tx, slot, ruleNow()));
          return alongside(tx);
        }),
      );
      if (await addresses.clear(attempt.window)) tallies.windowsCleared++;
      return result;
    },
    pass: async (attempt, alongside) => {
      const result = await letGoWhile(keeper, attempt, () =>
        database.transaction(async (tx) => {
          const leave = (slot: Slot) => leaveSlot(tx, slot, ruleNow());
          return alongside(tx, await resultOrBusy<AttemptOutcome>(attempt, NOTHING_COUNTED, leave));
        }),
      );
      await addresses.release(attempt.window);
      return result;
    },
    release: async (attempt) => {
      if (attempt.ended) return;
      attempt.ended = true;
      await keeper.letGo(attempt);
      const { slot, window } = attempt;
      const freed = [addresses.release(window)];
      if (slot !== undefined) freed.push(database.transaction((tx) => freeSlot(tx, slot, clock.now())));
      await Promise.allSettled(freed);
    },
    tallies: () => tallies,
  };
}

const NOTHING_COUNTED: Failure = { failures: 0, lockedUntil: null, notifiesOwner: false };

/** Asks about the attempt's slot; returns `otherwise` for the subject `'nobody'`, which has none. */
async function resultOrBusy<Result>(
  { slot }: Attempt,
  otherwise: Result,
  ask: (slot: Slot) => Promise<Result | undefined | false>,
): Promise<Result> {
  const result = slot === undefined ? otherwise : await ask(slot);
  if (result === undefined || result === false) throw lockoutBusy();
  return result;
}

/** When `work` fails the attempt is kept, so that the caller can end it in another way. */
async function letGoWhile<Result>(
  keeper: SlotKeeper<Attempt>,
  attempt: Attempt,
  work: () => Promise<Result>,
): Promise<Result> {
  await keeper.letGo(attempt);
  try {
    const result = await work();
    attempt.ended = true;
    return result;
  } catch (error) {
    keeper.keep(attempt);
    throw error;
  }
}

/** Releases the attempt when `work` throws. */
export async function evaluating<Result>(
  lockout: Lockout,
  attempt: Attempt,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    await lockout.release(attempt);
    throw error;
  }
}
