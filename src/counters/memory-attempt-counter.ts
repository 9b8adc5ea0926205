import type { Clock } from '../kernel/clock.ts';
import type { Milliseconds } from '../kernel/durations.ts';
import type {
  AttemptAnswer,
  AttemptCounter,
  AttemptOutcome,
  AttemptReservation,
  AttemptRule,
} from './attempt-counter.ts';
import { ATTEMPT_WINDOW_CLOSES_AFTER, ATTEMPT_WINDOW_STALE_AFTER, attemptsKeptFor } from './attempt-counter.ts';
import { ExpiringMap } from './expiring-map.ts';

interface AttemptState {
  failures: number;
  pending: number;
  windowStartedAt: Milliseconds;
  lockedUntil: Milliseconds | null;
}

/** The attempts of one node, lost with its process: at most `mostKeys` keys, the least recently touched forgotten first. */
export function memoryAttemptCounter(
  rule: AttemptRule,
  clock: Clock,
  { mostKeys = 100_000 }: { readonly mostKeys?: number } = {},
): AttemptCounter {
  const states = new ExpiringMap<AttemptState>(clock, mostKeys, attemptsKeptFor(rule));

  function touchedState(key: string): AttemptState {
    const state = states.find(key) ?? { failures: 0, pending: 0, windowStartedAt: 0, lockedUntil: null };
    states.put(key, state);
    return state;
  }

  function reserve(key: string): AttemptAnswer {
    const now = clock.now();
    const state = touchedState(key);
    if (state.lockedUntil !== null && state.lockedUntil > now) return { kind: 'locked', until: state.lockedUntil };
    forgetEndedLock(state);
    renewWindow(state, now);
    if (!hasPlace(state, rule.threshold, now)) return { kind: 'busy' };
    state.pending += 1;
    return { kind: 'reserved', reservation: { key, window: state.windowStartedAt } };
  }

  function fail(reservation: AttemptReservation): AttemptOutcome {
    const state = touchedState(reservation.key);
    settle(state, reservation);
    state.failures += 1;
    if (state.failures >= rule.threshold) state.lockedUntil = clock.now() + rule.lockFor;
    return { failures: state.failures, lockedUntil: state.lockedUntil };
  }

  return {
    reserve: async (key) => reserve(key),
    fail: async (reservation) => fail(reservation),
    release: async (reservation) => {
      if (states.find(reservation.key) !== undefined) settle(touchedState(reservation.key), reservation);
    },
  };
}

function forgetEndedLock(state: AttemptState): void {
  if (state.lockedUntil === null) return;
  state.failures = 0;
  state.lockedUntil = null;
}

/** The name of a window is never used twice, or a forgotten attempt would settle a place of the new window. */
function renewWindow(state: AttemptState, now: Milliseconds): void {
  if (state.pending > 0 && now - state.windowStartedAt < ATTEMPT_WINDOW_STALE_AFTER) return;
  state.pending = 0;
  state.windowStartedAt = Math.max(now, state.windowStartedAt + 1);
}

/** With nothing pending there is always a place, or a threshold lowered below the failures so far would shut for ever. */
function hasPlace(state: AttemptState, threshold: number, now: Milliseconds): boolean {
  if (state.pending === 0) return true;
  const isClosed = now - state.windowStartedAt > ATTEMPT_WINDOW_CLOSES_AFTER;
  return !isClosed && state.failures + state.pending < threshold;
}

function settle(state: AttemptState, reservation: AttemptReservation): void {
  if (reservation.window === state.windowStartedAt) state.pending = Math.max(0, state.pending - 1);
}
