import { once } from 'node:events';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { AppError, type RefusalCode } from './app-error.ts';
import type { Milliseconds } from './durations.ts';
import { codeOf } from './unchecked.ts';

export interface ThreadBounds {
  /** From the start of the thread on. */
  readonly deadline: Milliseconds;
  readonly mostMegabytes: number;
  /** Thrown when the function exceeds its time or memory. */
  readonly tooMuch: (cause: unknown) => AppError;
}

/**
 * Calls the function in `file` (`threadWork`) on a thread of its own, which ends with the call:
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

/** A thread's answer; an `AppError` travels as plain data, since its class does not survive the transfer. */
type ThreadAnswer<Output> =
  | { readonly value: Output }
  | {
      readonly refused: {
        readonly code: RefusalCode;
        readonly detail: string | undefined;
        readonly members: Record<string, unknown>;
        readonly headers: Record<string, string>;
      };
    };

/** Answers the one call this thread was started for (`run-on-thread.ts`). */
export async function threadWork<Input, Output>(work: (input: Input) => Promise<Output>): Promise<void> {
  const answer = await work(workerData as Input).then((value) => ({ value }), refusalOf);
  parentPort?.postMessage(answer satisfies ThreadAnswer<Output>);
}

function refusalOf(error: unknown): ThreadAnswer<never> {
  if (!(error instanceof AppError)) throw error; // a bug ends the thread and surfaces in the call
  const { code, detail, members, headers } = error;
  return { refused: { code, detail, members, headers } };
}
