import { randomInt } from 'node:crypto';
import { AppError } from '../kernel/app-error.ts';
import { yieldToAnswers } from './hash-priority.ts';
import { passwordErrors } from './passwords-errors.ts';

/** Runs hash work on so many lanes at once, the rest in a short line. */
export interface HashQueue {
  /** @throws AppError `passwords.busy` (503) at once when the line is full */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /**
   * Begins an act that will come to hash something, while no more are under way than the lanes and the line take.
   * @throws AppError `passwords.busy` (503) at once, before the act has cost anything
   */
  admit<Result>(act: () => Promise<Result>): Promise<Result>;
  /** @throws AppError `passwords.busy` (503) where `admit` would */
  requireRoom(): void;
  load(): HashLoad;
}

export interface HashLoad {
  readonly running: number;
  readonly waiting: number;
  /** Acts and hashes for which there was no room, so far. */
  readonly refused: number;
}

/**
 * Hash work takes a core for a quarter of a second. More at once than there are cores would slow every one of them and
 * starve the thread that answers everything else; a long line would answer people who have left.
 */
export function hashQueue({ lanes, longestLine }: { lanes: number; longestLine: number }): HashQueue {
  const line: (() => void)[] = [];
  let busy = 0;
  let admitted = 0;
  let refused = 0;
  let yielding = false;
  const refuse = () => {
    refused++;
    return overfull();
  };
  const requireRoom = () => {
    if (admitted >= lanes + longestLine) throw refuse();
  };
  const leave = () => {
    const next = line.shift();
    if (next) next();
    else busy--;
  };
  const enter = async () => {
    if (busy < lanes) busy++;
    else await new Promise<void>((admit) => line.push(admit));
  };
  return {
    run: async (work) => {
      if (busy >= lanes && line.length >= longestLine) throw refuse();
      await enter();
      try {
        const result = work();
        if (!yielding) yieldToAnswers(); // the threads exist once there is work for them
        yielding = true;
        return await result;
      } finally {
        leave();
      }
    },
    admit: async (act) => {
      requireRoom();
      admitted++;
      try {
        return await act();
      } finally {
        admitted--;
      }
    },
    requireRoom,
    load: () => ({ running: busy, waiting: line.length, refused }),
  };
}

/** Two seconds empty a full line. Not the same for all, or those who were refused together would come back together. */
const overfull = () =>
  new AppError(passwordErrors['passwords.busy'], { headers: { 'retry-after': String(randomInt(2, 6)) } });
