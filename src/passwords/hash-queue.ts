import { randomInt } from 'node:crypto';
import { AppError } from '../kernel/app-error.ts';
import { type Milliseconds, seconds } from '../kernel/durations.ts';
import { type Claimant, fairLine } from './fair-line.ts';
import { yieldToAnswers } from './hash-priority.ts';
import { passwordErrors } from './passwords-errors.ts';

/** Hashes on so many lanes at once; the fair line decides who comes next. */
export interface HashQueue {
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /**
   * Begins an act that will come to hash something when it is the claimant's turn.
   * @throws AppError `passwords.busy` (503) before the act has cost anything: at once where so many wait that their turn
   * could not come in time, else when it has not come
   */
  admit<Result>(claimant: Claimant, act: () => Promise<Result>): Promise<Result>;
  /** @throws AppError `passwords.busy` (503) where `admit` would at once, whoever comes from this address */
  requireRoom(address: string): void;
  /** Refuses whoever waits for their turn. What has begun goes on. */
  close(): void;
  load(): HashLoad;
}

export interface HashLoad {
  readonly running: number;
  /** Acts that wait for their turn, and hashes that wait for a lane. */
  readonly waiting: number;
  /** Acts whose turn did not come, so far. */
  readonly refused: number;
}

const LONGEST_WAIT = seconds(10);
/** So much of it is promised, since averages err: whoever may wait is served, and who would wait for nothing is told at once. */
const PROMISED = 0.8;
/** One being hashed and one next; more would only lengthen the wait. */
const PLACES_PER_LANE = 2;
/** An account holds one and an address a quarter, so there are four at least. */
const FEWEST_PLACES = 4;
/** What waits costs memory, however fast hashes are. */
const MOST_WAITING = 1000;
/** Assumed until measured. */
const USUAL_HASH: Milliseconds = 250;
/** The weight of the newest hash in the average. */
const NEWEST = 0.1;

/**
 * Hash work takes a core for a quarter of a second. More at once than there are cores would slow every one of them and
 * starve the thread that answers everything else; a longer line would answer people who have left.
 */
export function hashQueue({
  lanes,
  longestWait = LONGEST_WAIT,
}: {
  lanes: number;
  longestWait?: Milliseconds;
}): HashQueue {
  const nextLane: (() => void)[] = [];
  let busy = 0;
  let refused = 0;
  let yielding = false;
  let average = USUAL_HASH;
  const refusal = () => {
    refused++;
    return overfull();
  };
  const line = fairLine({
    longestWait,
    refusal,
    places: Math.max(FEWEST_PLACES, lanes * PLACES_PER_LANE),
    mostWaiting: () => Math.min(MOST_WAITING, Math.ceil((lanes * longestWait * PROMISED) / average)),
  });
  const leaveLane = () => {
    const next = nextLane.shift();
    if (next) next();
    else busy--;
  };
  return {
    run: async (work) => {
      if (busy < lanes) busy++;
      else await new Promise<void>((begin) => nextLane.push(begin));
      const begunAt = performance.now();
      try {
        const result = work();
        if (!yielding) yieldToAnswers(); // the threads exist once there is work for them
        yielding = true;
        return await result;
      } finally {
        average += (performance.now() - begunAt - average) * NEWEST;
        leaveLane();
      }
    },
    admit: async (claimant, act) => {
      await line.enter(claimant);
      try {
        return await act();
      } finally {
        line.leave(claimant);
      }
    },
    requireRoom: (address) => {
      if (!line.hasRoom(address)) throw refusal();
    },
    close: line.close,
    load: () => ({ running: busy, waiting: line.waiting() + nextLane.length, refused }),
  };
}

/** A full line is gone after ten seconds. Not the same for all, or those who were refused together would come back together. */
const overfull = () =>
  new AppError(passwordErrors['passwords.busy'], { headers: { 'retry-after': String(randomInt(5, 11)) } });
