import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { Worker } from 'node:worker_threads';

export interface FloodCall {
  readonly port: number;
  /** How many are sent at once, the calls by turns. */
  readonly times: number;
  readonly calls: readonly {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  }[];
}

/** How many answers had each status. */
export type FloodOutcome = Readonly<Record<string, number>>;

/** Floods a server from another thread, so that this one can measure. */
export function flooder(t: TestContext): (call: FloodCall) => Promise<FloodOutcome> {
  const thread = new Worker(new URL('./flood-thread.ts', import.meta.url));
  t.after(() => thread.terminate());
  return async (call) => {
    thread.postMessage(call);
    const [outcome] = (await once(thread, 'message')) as [FloodOutcome];
    return outcome;
  };
}
