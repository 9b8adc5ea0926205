import { randomInt } from 'node:crypto';
import { AppError } from '../kernel/app-error.ts';
import { type Milliseconds, seconds } from '../kernel/durations.ts';
import { type Claimant, fairLine } from './fair-line.ts';
import { passwordErrors } from './passwords-errors.ts';

/** Who may hash, and when: one for all who share the cores. */
export interface HashLine {
  /** A place in the line, at once while one is free; each is given back by `leave`. Rejects with `passwords.busy` (503). */
  enter(claimant: Claimant): Promise<void> | undefined;
  leave(claimant: Claimant): void;
  /** False where nobody from this address could wait, whichever account they name. */
  hasRoom(address: string): boolean | Promise<boolean>;
  /** A lane, at once while one is free; each is given back by `leaveLane`. */
  takeLane(): Promise<void> | undefined;
  /** `spent` is how long a hash took there; `undefined` where none did. */
  leaveLane(spent: Milliseconds | undefined): void;
  /** Refuses whoever waits for their turn. What has begun goes on. */
  close(): void;
}

/** How long a turn is waited for. */
export const LONGEST_WAIT = seconds(10);
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
export function hashLine({
  lanes,
  longestWait = LONGEST_WAIT,
}: {
  lanes: number;
  longestWait?: Milliseconds;
}): HashLine {
  const nextLane: (() => void)[] = [];
  let busy = 0;
  let average = USUAL_HASH;
  const line = fairLine({
    longestWait,
    refusal: overfull,
    places: Math.max(FEWEST_PLACES, lanes * PLACES_PER_LANE),
    mostWaiting: () => Math.min(MOST_WAITING, Math.ceil((lanes * longestWait * PROMISED) / average)),
  });
  return {
    enter: line.enter,
    leave: line.leave,
    hasRoom: line.hasRoom,
    takeLane: () => {
      if (busy >= lanes) return new Promise<void>((begin) => nextLane.push(begin));
      busy++;
      return undefined;
    },
    leaveLane: (spent) => {
      if (spent !== undefined) average += (spent - average) * NEWEST;
      const next = nextLane.shift();
      if (next) next();
      else busy--;
    },
    close: line.close,
  };
}

/** A full line is gone after ten seconds. Not the same for all, or those who were refused together would come back together. */
export const overfull = (cause?: unknown): AppError =>
  new AppError(passwordErrors['passwords.busy'], { cause, headers: { 'retry-after': String(randomInt(5, 11)) } });
