import type { AppError } from './app-error.ts';

export interface QueueBounds {
  /** Running calls, in total and of one caller; without a bound where left out. */
  readonly mostRunning?: number;
  readonly mostRunningPerCaller?: number;
  /** Waiting calls, in total and per caller. */
  readonly mostWaiting: number;
  readonly mostWaitingPerCaller: number;
  /** The error thrown at once when there is no room. */
  readonly full: () => AppError;
}

/** Runs expensive work a few at a time and queues a few more. */
export interface TurnQueue {
  run<Result>(caller: number | string, work: (hasWaited: boolean) => Promise<Result>): Promise<Result>;
}

interface Waiting {
  readonly admit: () => void;
  readonly refuse: (reason: AppError) => void;
}

/**
 * Callers take turns: somebody who sends ten files at once delays only themselves. When the queue is full, a caller with fewer calls
 * in it takes the place of the last call of the one with the most, so that a few callers cannot keep all others out.
 */
export function turnQueue({
  mostRunning = Number.POSITIVE_INFINITY,
  mostRunningPerCaller = Number.POSITIVE_INFINITY,
  mostWaiting,
  mostWaitingPerCaller,
  full,
}: QueueBounds): TurnQueue {
  const waiting = new Map<number | string, Waiting[]>();
  const runningOf = new Map<number | string, number>();
  let length = 0;
  let running = 0;
  const mayStart = (caller: number | string): boolean =>
    running < mostRunning && (runningOf.get(caller) ?? 0) < mostRunningPerCaller;
  const start = (caller: number | string) => {
    running++;
    runningOf.set(caller, (runningOf.get(caller) ?? 0) + 1);
  };
  const enter = (caller: number | string) => {
    if (mayStart(caller)) {
      start(caller);
      return undefined;
    }
    const own = waiting.get(caller) ?? [];
    if (own.length >= mostWaitingPerCaller || (length >= mostWaiting && !hasMadeRoom(own.length))) throw full();
    length++;
    waiting.set(caller, own);
    return new Promise<void>((admit, refuse) => own.push({ admit, refuse }));
  };
  const hasMadeRoom = (own: number): boolean => {
    let most: Waiting[] = [];
    for (const calls of waiting.values()) if (calls.length > most.length) most = calls;
    if (most.length <= own + 1) return false; // or two callers would push each other out by turns
    most.pop()?.refuse(full());
    length--;
    return true;
  };
  const leave = (caller: number | string) => {
    running--;
    const left = (runningOf.get(caller) ?? 0) - 1;
    if (left > 0) runningOf.set(caller, left);
    else runningOf.delete(caller);
    for (const [next, calls] of waiting) {
      if (!mayStart(next)) continue;
      const [first, ...others] = calls;
      waiting.delete(next);
      if (others.length > 0) waiting.set(next, others); // behind everybody else
      if (first === undefined) continue;
      length--;
      start(next);
      first.admit();
      return;
    }
  };
  return {
    run: async (caller, work) => {
      const turn = enter(caller);
      await turn;
      try {
        return await work(turn !== undefined);
      } finally {
        leave(caller);
      }
    },
  };
}
