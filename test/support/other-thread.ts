import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { processorTime } from './processor-time.ts';

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

/**
 * The longest turn of this thread's event loop during `work`, in milliseconds of the processor: what other processes take of the core
 * does not count. Repeated while above `most`, and the minimum counts: a first call compiles, and what `work` itself causes shows
 * every time.
 */
export async function longestTurn(work: () => Promise<unknown>, most: number): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES && shortest >= most; tries++)
    shortest = Math.min(shortest, await measureTurns(work));
  return shortest;
}

async function measureTurns(work: () => Promise<unknown>): Promise<number> {
  let [longest, last, isOver] = [0, processorTime(), false];
  const turn = () => {
    const now = processorTime();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  await pause(20);
  isOver = true;
  return longest;
}
