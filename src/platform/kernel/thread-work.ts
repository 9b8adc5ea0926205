import { parentPort, workerData } from 'node:worker_threads';
import { AppError, type RefusalCode } from './app-error.ts';

/** A thread's answer; an `AppError` travels as plain data, since its class does not survive the transfer. */
export type ThreadAnswer<Output> =
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
