import { AppError } from '../../platform/kernel/app-error.ts';
import { seconds } from '../../platform/kernel/durations.ts';
import { runOnThread } from '../../platform/kernel/run-on-thread.ts';
import { turnQueue } from '../../platform/kernel/turn-queue.ts';
import type { FileReport, FileToInspect } from './inspect-file.ts';

/** The largest valid file, fifty megabytes or a million rows, takes two to six seconds of a core. */
const DEADLINE = seconds(30);
const MOST_MEGABYTES = 128;

/** Runs `inspectFile` on its own thread, queued per `caller`. */
export type FileInspector = (caller: string, file: FileToInspect) => Promise<FileReport>;

/** The inspector throws what `inspectFile` does; AppError `imports.too_slow` (422), `imports.busy` (503). */
export function fileInspector(): FileInspector {
  const inspect = runOnThread<FileToInspect, FileReport>(new URL('./inspection-thread.ts', import.meta.url), {
    deadline: DEADLINE,
    mostMegabytes: MOST_MEGABYTES,
    tooMuch: (cause) => new AppError('imports.too_slow', { cause }),
  });
  const line = turnQueue({ mostRunning: 2, mostWaiting: 16, mostWaitingPerCaller: 4, full: tooBusy });
  return (caller, { path, encoding, rivals, form, sheets, mapping, roles, tableLine, sheet, known, corrections }) =>
    line.run(caller, () =>
      inspect({ path, encoding, rivals, form, sheets, mapping, roles, tableLine, sheet, known, corrections }),
    );
}

export const tooBusy = () => new AppError('imports.busy', { retryAfter: seconds(10) });
