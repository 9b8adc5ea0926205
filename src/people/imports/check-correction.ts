import { AppError } from '../../platform/kernel/app-error.ts';
import { seconds } from '../../platform/kernel/durations.ts';
import { runOnThread } from '../../platform/kernel/run-on-thread.ts';
import { turnQueue } from '../../platform/kernel/turn-queue.ts';
import { tooBusy } from './file-inspector.ts';
import type { CorrectionToCheck, RecheckedRow } from './rechecked-rows.ts';

const DEADLINE = seconds(30);
const MOST_MEGABYTES = 128;

/** Runs `recheckedRows` on its own thread, queued per `caller`. */
export type CheckCorrection = (caller: string, asked: CorrectionToCheck) => Promise<RecheckedRow[]>;

/** The returned function throws AppError `imports.too_slow` (422), `imports.busy` (503), and what reading the file throws. */
export function correctionChecker(): CheckCorrection {
  const check = runOnThread<CorrectionToCheck, RecheckedRow[]>(new URL('./correction-thread.ts', import.meta.url), {
    deadline: DEADLINE,
    mostMegabytes: MOST_MEGABYTES,
    tooMuch: (cause) => new AppError('imports.too_slow', { cause }),
  });
  const line = turnQueue({ mostRunning: 1, mostWaiting: 16, mostWaitingPerCaller: 4, full: tooBusy });
  return (caller, asked) => line.run(caller, () => check(asked));
}
