import { AppError } from '../../platform/kernel/app-error.ts';
import { seconds } from '../../platform/kernel/durations.ts';
import { runOnThread } from '../../platform/kernel/run-on-thread.ts';
import { turnQueue } from '../../platform/kernel/turn-queue.ts';

/** Fifty megabytes without a table of offsets take four. The rest is for a machine with much else to do: a valid PDF must not be refused there. */
const DEADLINE = seconds(10);
/** Heap only; the file and the engine are outside it, with a bound of their own (`count-pages.ts`). */
const MOST_MEGABYTES = 32;

/** Counts the pages of a PDF on disk, queued by `caller`. */
export type PagesOfFile = (caller: number, path: string) => Promise<number>;

/**
 * A PDF of up to fifty megabytes is read as a whole: one at a time limits the memory, and a separate thread isolates hostile
 * input.
 * @throws AppError `documents.type` (415), `documents.encrypted`, `documents.broken` (422), `documents.busy` (503)
 */
export function pagesOfFile(): PagesOfFile {
  const count = runOnThread<string, number>(new URL('./pdf-thread.ts', import.meta.url), {
    deadline: DEADLINE,
    mostMegabytes: MOST_MEGABYTES,
    tooMuch: (cause) => new AppError('documents.broken', { cause }),
  });
  const line = turnQueue({ mostRunning: 1, mostWaiting: 32, mostWaitingPerCaller: 8, full: tooBusy });
  return (caller, path) => line.run(caller, () => count(path));
}

const tooBusy = () => new AppError('documents.busy', { retryAfter: seconds(5) });
