import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

export interface SentCall {
  readonly port: number;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
}

export interface HeardAnswer {
  readonly status: number;
  readonly text: string;
}

/** Sends calls from another thread, so that this one runs only the service. */
export function otherThread(t: TestContext): (call: SentCall) => Promise<HeardAnswer> {
  const thread = new Worker(new URL('./sender-thread.ts', import.meta.url));
  t.after(() => thread.terminate());
  return async (call) => {
    thread.postMessage(call);
    const [answer] = (await once(thread, 'message')) as [HeardAnswer];
    return answer;
  };
}

/** A body shared by both threads, so that passing it costs this one nothing. */
export function sharedBody(bytes: Buffer): Uint8Array {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  return shared;
}

const TRIES = 6;
const RESOLUTION = 1;

/**
 * The longest turn of this thread's event loop during `work`, milliseconds. Other processes may take the core, so it is
 * repeated while above `most` and the minimum counts: what `work` itself causes shows every time.
 */
export async function longestTurn(work: () => Promise<unknown>, most: number): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES && shortest >= most; tries++) {
    const histogram = monitorEventLoopDelay({ resolution: RESOLUTION });
    await pause(20);
    histogram.enable();
    await pause(20);
    await work();
    await pause(20);
    histogram.disable();
    shortest = Math.min(shortest, histogram.max / 1e6 - RESOLUTION);
  }
  return shortest;
}
