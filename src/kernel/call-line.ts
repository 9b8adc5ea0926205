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

/** Callers take turns: somebody who sends ten files at once delays only themselves. */
export function callLine({ atOnce, longest, perCaller, full }: LineBounds): CallLine {
  const waiting = new Map<number | string, (() => void)[]>();
  let length = 0;
  let running = 0;
  const enter = (caller: number | string) => {
    if (running < atOnce) {
      running++;
      return undefined;
    }
    const own = waiting.get(caller) ?? [];
    if (length >= longest || own.length >= perCaller) throw full();
    length++;
    waiting.set(caller, own);
    return new Promise<void>((admit) => own.push(admit));
  };
  const leave = () => {
    const [turn] = waiting;
    if (turn === undefined) {
      running--;
      return;
    }
    const [caller, [admit, ...others]] = turn;
    waiting.delete(caller);
    if (others.length > 0) waiting.set(caller, others); // behind everybody else
    length--;
    admit?.();
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
