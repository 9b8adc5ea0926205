import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { AppError } from './app-error.ts';
import type { Milliseconds } from './durations.ts';
import type { ThreadAnswer } from './thread-work.ts';
import { codeOf } from './unchecked.ts';

export interface ThreadBounds {
  /** From the start of the thread on. */
  readonly deadline: Milliseconds;
  readonly mostMegabytes: number;
  /** Thrown when the function exceeds its time or memory. */
  readonly tooMuch: (cause: unknown) => AppError;
}

/**
 * Calls the function in `file` (`thread-work.ts`) on a thread of its own, which ends with the call:
 * hostile input cannot block the main thread, and nothing outlives the deadline.
 * @throws AppError what the function refuses with, or `tooMuch`
 */
export const runOnThread =
  <Input, Output>(file: URL, { deadline, mostMegabytes, tooMuch }: ThreadBounds) =>
  async (input: Input): Promise<Output> => {
    const resourceLimits = { maxOldGenerationSizeMb: mostMegabytes, maxYoungGenerationSizeMb: 8 };
    const thread = new Worker(file, { workerData: input, resourceLimits });
    thread.on('error', () => {}); // thrown below; without a listener a second error would end the process
    const signal = AbortSignal.timeout(deadline);
    try {
      const [answer] = (await once(thread, 'message', { signal })) as [ThreadAnswer<Output>];
      if ('value' in answer) return answer.value;
      const { code, detail, members, headers } = answer.refused;
      throw new AppError(code, { ...(detail === undefined ? {} : { detail }), members, headers });
    } catch (cause) {
      throw signal.aborted || isOutOfMemory(cause) ? tooMuch(cause) : cause;
    } finally {
      await thread.terminate();
    }
  };

const isOutOfMemory = (cause: unknown): boolean => codeOf(cause) === 'ERR_WORKER_OUT_OF_MEMORY';
