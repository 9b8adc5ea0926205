import type { Tx } from '../database/database.ts';
import type { Milliseconds } from '../kernel/durations.ts';
import { attemptsBusy } from './attempt-refusals.ts';
import { type Attempt, type AttemptsDeps, holdPlace, keyOf, renewPlaces, type Subject } from './hold-place.ts';
import { type PlaceKeeper, placeKeeper } from './keep-places.ts';
import type { AttemptOutcome, AttemptRule, Failure, Guessed, Wrong } from './lockout-rule.ts';
import { clearFailures, countFailure, freePlace, type Judging, leavePlace } from './lockouts-store.ts';
import type { Place } from './place-lease.ts';
import { waitingRoom } from './wait-for-place.ts';

export type Beginning =
  | { readonly kind: 'ready'; readonly attempt: Attempt }
  | { readonly kind: 'locked'; readonly until: Milliseconds }
  | { readonly kind: 'address-blocked'; readonly until: Milliseconds };

/**
 * The counters that every password and code oracle shares.
 * Every ending but `release` commits an outcome, and throws `attempts.busy` (503) instead where the attempt had lost its place.
 */
export interface Attempts {
  readonly rule: AttemptRule;
  /**
   * Reserves an evaluation before anything is computed: client address first, then the account or address guessed at.
   * @throws AppError `attempts.busy` (503) when as many are under way as may be, and none ended in time
   */
  begin(subject: Subject, addressKey: string, guessed: Guessed): Promise<Beginning>;
  /** It was wrong. `alongside` runs in the transaction that counts it. */
  fail(attempt: Attempt, wrong: Wrong, alongside: (tx: Tx, failure: Failure) => Promise<void>): Promise<AttemptOutcome>;
  /** It was right and complete: both counts are cleared in the transaction of `alongside`. */
  succeed<Result>(attempt: Attempt, alongside: (tx: Tx) => Promise<Result>): Promise<Result>;
  /**
   * It was right, but proves nothing of the owner, or something else is missing: both counts stay as they are, and
   * `alongside` is told them.
   */
  pass<Result>(attempt: Attempt, alongside: (tx: Tx, standing: AttemptOutcome) => Promise<Result>): Promise<Result>;
  /** It was not evaluated, and nothing is told of it. */
  release(attempt: Attempt): Promise<void>;
  tallies(): AttemptTallies;
}

/** Of this process, so far. */
export interface AttemptTallies {
  readonly lockouts: number;
  /** Client addresses whose failed sign-ins a successful one took back. */
  readonly windowsCleared: number;
}

export function createAttempts(deps: AttemptsDeps): Attempts {
  const { database, clock, rule, addresses } = deps;
  const judging = (): Judging => ({ rule, now: clock.now() });
  const keeper = placeKeeper<Attempt>((held) => renewPlaces(deps, held));
  const untilDecided = waitingRoom();
  const tallies = { lockouts: 0, windowsCleared: 0 };
  return {
    rule,
    begin: async (subject, addressKey, guessed) => {
      const key = await keyOf(deps, subject);
      const window = await untilDecided(() => addresses.reserve(addressKey));
      if (window.kind === 'blocked') return { kind: 'address-blocked', until: window.until };
      const attempt: Attempt = { guessed, place: undefined, window: window.reservation };
      keeper.keep(attempt); // the wait for a place may be longer than the lease of what it has already
      const answer = await untilDecided(() => holdPlace(deps, key, guessed)).catch(async (error: unknown) => {
        await keeper.letGo(attempt);
        await addresses.release(attempt.window);
        throw error;
      });
      if (answer.kind === 'reserved') {
        attempt.place = answer.place;
        return { kind: 'ready', attempt };
      }
      await keeper.letGo(attempt);
      await addresses.count(attempt.window); // an answer 423 counts for the address
      return { kind: 'locked', until: answer.until };
    },
    fail: async (attempt, wrong, alongside) => {
      await keeper.letGo(attempt);
      await addresses.count(attempt.window); // first: if the store is away, the guess still counts somewhere
      const failure = await database.transaction(async (tx) => {
        const counted = await toldOrBusy(attempt, NOTHING_COUNTED, (place) =>
          countFailure(tx, place, wrong, judging()),
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
          await toldOrBusy(attempt, true, (place) => clearFailures(tx, place, attempt.guessed, judging()));
          return alongside(tx);
        }),
      );
      if (await addresses.clear(attempt.window)) tallies.windowsCleared++;
      return result;
    },
    pass: async (attempt, alongside) => {
      const result = await letGoWhile(keeper, attempt, () =>
        database.transaction(async (tx) => {
          const leave = (place: Place) => leavePlace(tx, place, attempt.guessed, judging());
          return alongside(tx, await toldOrBusy<AttemptOutcome>(attempt, NOTHING_COUNTED, leave));
        }),
      );
      await addresses.release(attempt.window);
      return result;
    },
    release: async (attempt) => {
      await keeper.letGo(attempt);
      await addresses.release(attempt.window);
      const { place } = attempt;
      if (place !== undefined) await database.transaction((tx) => freePlace(tx, place, clock.now()));
    },
    tallies: () => tallies,
  };
}

const NOTHING_COUNTED: Failure = { failures: 0, lockedUntil: null, tellsOwner: false };

/** What the row says, or `otherwise` where nobody is guessed at. */
async function toldOrBusy<Told>(
  { place }: Attempt,
  otherwise: Told,
  ask: (place: Place) => Promise<Told | undefined | false>,
): Promise<Told> {
  const told = place === undefined ? otherwise : await ask(place);
  if (told === undefined || told === false) throw attemptsBusy();
  return told;
}

/** What fails leaves the attempt to be ended in another way, perhaps after another hash. */
async function letGoWhile<Result>(
  keeper: PlaceKeeper<Attempt>,
  attempt: Attempt,
  work: () => Promise<Result>,
): Promise<Result> {
  await keeper.letGo(attempt);
  return work().catch((error: unknown) => {
    keeper.keep(attempt);
    throw error;
  });
}
