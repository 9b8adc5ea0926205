import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from './app-error.ts';

/** What a thread tells whoever called it: an `AppError` as plain data, since its class does not cross. */
export type ThreadAnswer<Output> =
  | { readonly value: Output }
  | {
      readonly refused: {
        readonly code: string;
        readonly detail: string;
        readonly members: Record<string, unknown>;
        readonly headers: Record<string, string>;
      };
    };

/** Makes this thread answer the one call that it was started for (`thread-call.ts`). */
export async function answerCall<Input, Output>(work: (input: Input) => Promise<Output>): Promise<void> {
  const answer = await work(workerData as Input).then((value) => ({ value }), refusalOf);
  parentPort?.postMessage(answer satisfies ThreadAnswer<Output>);
}

function refusalOf(error: unknown): ThreadAnswer<never> {
  if (!(error instanceof AppError)) throw error; // a fault ends the thread, and comes out of the call
  const { definition, message, members, headers } = error;
  return { refused: { code: definition.code, detail: message, members, headers } };
}
