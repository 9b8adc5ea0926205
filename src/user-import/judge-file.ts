import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { FileToJudge, JudgedRow } from './judged-rows.ts';

const THREAD = new URL('./judging-thread.ts', import.meta.url);
/** It makes much that is soon forgotten; with the usual room it would hold forty megabytes more, and be no faster. */
const ROOM = { maxYoungGenerationSizeMb: 8 };

/**
 * The rows of a file, judged on a thread of its own: reading them, and working out what people are found by, takes as long
 * as writing them, and this thread answers everybody. It works on the next batch while the one before is used.
 * @throws what reading the file throws, with its `code`
 */
export async function* judgedBatches(file: FileToJudge): AsyncGenerator<JudgedRow[]> {
  const thread = new Worker(THREAD, { workerData: file, resourceLimits: ROOM });
  thread.on('error', () => {}); // thrown below; one that comes after the last batch was taken ends nothing
  try {
    thread.postMessage('next');
    for await (const [batch] of on(thread, 'message') as AsyncIterable<[JudgedRow[] | undefined]>) {
      if (batch === undefined) return;
      thread.postMessage('next');
      yield batch;
    }
  } finally {
    await thread.terminate();
  }
}
