import type { AppError } from './app-error.ts';

export interface LineBounds {
  readonly atOnce: number;
  /** Calls that wait, all together and of one caller. */
  readonly longest: number;
  readonly perCaller: number;
  /** Thrown at once to whom there is no room for. */
  readonly full: () => AppError;
}

/** Runs dear work a few at a time, the rest in a short line. */
export interface CallLine {
  run<Result>(caller: number, work: () => Promise<Result>): Promise<Result>;
}

/** The line takes callers by turns: somebody who sends ten files at once is in nobody's way but their own. */
export function callLine({ atOnce, longest, perCaller, full }: LineBounds): CallLine {
  const waiting = new Map<number, (() => void)[]>();
  let length = 0;
  let running = 0;
  const enter = (caller: number) => {
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
      await enter(caller);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
