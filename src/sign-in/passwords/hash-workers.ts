import { randomInt } from 'node:crypto';
import { AppError } from '../../platform/kernel/app-error.ts';
import { type Milliseconds, seconds } from '../../platform/kernel/durations.ts';
import { type Claimant, fairQueue } from './fair-queue.ts';

/** The workers that hash, and the queue for them: one for all processes that share the cores. */
export interface HashWorkers {
  /** Takes a slot in the queue, at once while one is free; give it back with `leave`. Rejects with `passwords.busy` (503). */
  enter(claimant: Claimant): Promise<void> | undefined;
  leave(claimant: Claimant): void;
  /** False when nobody from this address could wait, for any account. */
  hasRoom(address: string): boolean | Promise<boolean>;
  /** Takes a worker, at once while one is free; give it back with `freeWorker`. */
  takeWorker(): Promise<void> | undefined;
  /** `spent`: how long the hash took; `undefined` if none was computed. */
  freeWorker(spent: Milliseconds | undefined): void;
  /** Refuses waiting requests. Those in progress continue. */
  close(): void;
}

/** Longest wait for a turn. */
export const LONGEST_WAIT = seconds(10);
/** The share of `LONGEST_WAIT` that is planned, since averages err: those who may wait are served, all others refused at once. */
const PROMISED = 0.8;
/** One in progress and one next; more would only lengthen the wait. */
const SLOTS_PER_WORKER = 2;
/** An account holds one and an address a quarter, so there must be at least four. */
const FEWEST_SLOTS = 4;
/** Waiting requests cost memory, however fast hashes are. */
const MOST_WAITING = 1000;
/** Assumed until measured. */
const USUAL_HASH: Milliseconds = 250;
/** The weight of the newest hash in the average. */
const NEWEST = 0.1;

/**
 * A hash takes a core for a quarter of a second. More at once than there are cores would slow all of them and starve the thread
 * that serves everything else; a longer queue would serve people who have left.
 */
export function hashWorkers({
  workers,
  longestWait = LONGEST_WAIT,
}: {
  workers: number;
  longestWait?: Milliseconds;
}): HashWorkers {
  const nextWorker: (() => void)[] = [];
  let busy = 0;
  let average = USUAL_HASH;
  const queue = fairQueue({
    longestWait,
    refusal: overfull,
    slots: Math.max(FEWEST_SLOTS, workers * SLOTS_PER_WORKER),
    mostWaiting: () => Math.min(MOST_WAITING, Math.ceil((workers * longestWait * PROMISED) / average)),
  });
  return {
    enter: queue.enter,
    leave: queue.leave,
    hasRoom: queue.hasRoom,
    takeWorker: () => {
      if (busy >= workers) return new Promise<void>((begin) => nextWorker.push(begin));
      busy++;
      return undefined;
    },
    freeWorker: (spent) => {
      if (spent !== undefined) average += (spent - average) * NEWEST;
      const next = nextWorker.shift();
      if (next) next();
      else busy--;
    },
    close: queue.close,
  };
}

/** A full queue clears within ten seconds. `Retry-After` is random, or clients refused together would return together. */
export const overfull = (cause?: unknown): AppError =>
  new AppError('passwords.busy', { cause, retryAfter: seconds(randomInt(5, 11)) });
