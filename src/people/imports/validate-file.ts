import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { FileToValidate, ValidatedRow } from './validated-rows.ts';

const THREAD = new URL('./validation-thread.ts', import.meta.url);
/** Most allocations are short-lived; the default limit would use forty megabytes more and be no faster. */
const ROOM = { maxYoungGenerationSizeMb: 8 };

/**
 * Validates a file's rows on its own thread, since reading them and computing search words takes as long as writing them, and
 * the main thread answers requests. The next batch is prepared while one is being written.
 * @throws the error of reading the file, with its `code`
 */
export async function* validatedBatches(file: FileToValidate): AsyncGenerator<ValidatedRow[]> {
  const thread = new Worker(THREAD, { workerData: file, resourceLimits: ROOM });
  thread.on('error', () => {}); // thrown below; an error after the last batch must not end the process
  try {
    thread.postMessage('next');
    for await (const [batch] of on(thread, 'message') as AsyncIterable<[ValidatedRow[] | undefined]>) {
      if (batch === undefined) return;
      thread.postMessage('next');
      yield batch;
    }
  } finally {
    await thread.terminate();
  }
}
