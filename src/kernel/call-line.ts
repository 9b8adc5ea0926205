import type { AppError } from './app-error.ts';

export interface LineBounds {
  readonly atOnce: number;
  /** Waiting calls, in total and per caller. */
  readonly longest: number;
  readonly perCaller: number;
  /** The error thrown at once when there is no room. */
  readonly full: () => AppError;
}

/** Runs expensive work a few at a time and queues a few more. */
export interface CallLine {
  run<Result>(caller: number | string, work: (hasWaited: boolean) => Promise<Result>): Promise<Result>;
}

interface Waiting {
  readonly admit: () => void;
  readonly refuse: (reason: AppError) => void;
}

/**
 * Callers take turns: somebody who sends ten files at once delays only themselves. When the line is full, a caller with fewer calls
 * in it takes the place of the last call of the one with the most, so that a few callers cannot keep all others out.
 */
export function callLine({ atOnce, longest, perCaller, full }: LineBounds): CallLine {
  const waiting = new Map<number | string, Waiting[]>();
  let length = 0;
  let running = 0;
  const enter = (caller: number | string) => {
    if (running < atOnce) {
      running++;
      return undefined;
    }
    const own = waiting.get(caller) ?? [];
    if (own.length >= perCaller || (length >= longest && !hasMadeRoom(own.length))) throw full();
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
  const leave = () => {
    const [turn] = waiting;
    if (turn === undefined) {
      running--;
      return;
    }
    const [caller, [next, ...others]] = turn;
    waiting.delete(caller);
    if (others.length > 0) waiting.set(caller, others); // behind everybody else
    length--;
    next?.admit();
  };
  return {
    run: async (caller, work) => {
      const turn = enter(caller);
      await turn;
      try {
        return await work(turn !== undefined);
      } finally {
        leave();
      }
    },
  };
}
