import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { AppError } from '../../platform/kernel/app-error.ts';
import { seconds } from '../../platform/kernel/durations.ts';
import { isMissingFile } from '../../platform/kernel/unchecked.ts';
import type { Corrections } from './corrections.ts';
import type { Import } from './import.ts';
import type { CsvRecord, TableFile } from './read-records.ts';

const THREAD = new URL('./reading-thread.ts', import.meta.url);
const ROOM = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 128 };
const DEADLINE = seconds(30);

/** Reads the records that begin on given lines of a kept file, in ascending order, on its own thread. */
export interface RecordReader {
  /** @throws AppError `imports.too_slow` (422), `imports.file_gone` (409) */
  at(lines: readonly number[]): Promise<readonly CsvRecord[]>;
  close(): Promise<void>;
}

export function recordReader(
  path: string,
  { encoding, delimiter, reading }: Import,
  corrections: Corrections,
): RecordReader {
  const thread = new Worker(THREAD, {
    workerData: { path, encoding, delimiter, reading, corrections } satisfies TableFile,
    resourceLimits: ROOM,
  });
  thread.on('error', () => {}); // thrown where it is awaited; without a listener a second error would end the process
  return {
    at: async (lines) => {
      const signal = AbortSignal.timeout(DEADLINE);
      const answer = once(thread, 'message', { signal });
      thread.postMessage(lines);
      try {
        return (await answer)[0] as CsvRecord[];
      } catch (cause) {
        if (signal.aborted) throw new AppError('imports.too_slow', { cause });
        const isGone = isMissingFile(cause);
        throw isGone ? new AppError('imports.file_gone', { cause }) : cause;
      }
    },
    close: async () => void (await thread.terminate()),
  };
}
