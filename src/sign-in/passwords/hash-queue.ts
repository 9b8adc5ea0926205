import { readdirSync, readFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import type { Claimant } from './fair-queue.ts';
import { type HashWorkers, overfull } from './hash-workers.ts';

/** Runs hashes on a fixed number of workers; the fair queue decides who is next. */
export interface HashQueue {
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /**
   * Runs `act`, which is going to hash, when it is the claimant's turn.
   * @throws AppError `passwords.busy` (503) before `act` is started: at once when the queue is too long, else when its turn does
   * not come in time
   */
  admit<Result>(claimant: Claimant, act: () => Promise<Result>): Promise<Result>;
  /** @throws AppError `passwords.busy` (503) when `admit` would refuse every claimant from this address at once */
  requireRoom(address: string): Promise<void> | undefined;
  /** Refuses all waiting requests. Acts in progress continue. */
  close(): void;
  load(): HashLoad;
}

/** The load of this process. */
export interface HashLoad {
  readonly running: number;
  /** Acts waiting for their turn, and hashes waiting for a worker. */
  readonly waiting: number;
  /** Acts refused so far. */
  readonly refused: number;
}

/** Runs hashes in this process, when the queue admits them. */
export function hashQueue(workers: HashWorkers): HashQueue {
  let running = 0;
  let waiting = 0;
  let refused = 0;
  let yielding = false;
  const waitFor = async (turn: Promise<void>) => {
    waiting++;
    await turn.finally(() => waiting--);
  };
  const refuse = (reason: unknown): never => {
    refused++;
    throw reason;
  };
  const requireRoom = (hasRoom: boolean) => (hasRoom ? undefined : refuse(overfull()));
  return {
    run: async (work) => {
      const turn = workers.takeWorker();
      if (turn !== undefined) await waitFor(turn);
      running++;
      const begunAt = performance.now();
      try {
        const result = work();
        if (!yielding) yieldToAnswers(); // the pool threads exist only once they have work
        yielding = true;
        return await result;
      } finally {
        running--;
        workers.freeWorker(performance.now() - begunAt);
      }
    },
    admit: async (claimant, act) => {
      const turn = workers.enter(claimant);
      if (turn !== undefined) await waitFor(turn).catch(refuse);
      try {
        return await act();
      } finally {
        workers.leave(claimant);
      }
    },
    requireRoom: (address) => {
      const answer = workers.hasRoom(address);
      return typeof answer === 'boolean' ? requireRoom(answer) : answer.then(requireRoom);
    },
    close: workers.close,
    load: () => ({ running, waiting, refused }),
  };
}

const TASKS = '/proc/self/task';
const WORKER_NAME = 'libuv-worker'; // libuv's name for its pool threads
const KINDLIER = 5; // nice(2): a third of the weight when both want the core

/**
 * Lowers the priority of the hashing threads below that of the serving thread (Linux has priorities per thread). Hashing still
 * gets every idle core. No effect where this is not supported or not allowed.
 */
function yieldToAnswers(): void {
  try {
    const priority = getPriority() + KINDLIER;
    for (const thread of readdirSync(TASKS)) {
      if (readFileSync(`${TASKS}/${thread}/comm`, 'utf8').trim() === WORKER_NAME) setPriority(Number(thread), priority);
    }
  } catch {}
}
