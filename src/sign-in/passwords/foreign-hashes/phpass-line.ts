import { Worker } from 'node:worker_threads';

export interface PhpassJob {
  readonly text: Uint8Array;
  readonly salt: Uint8Array;
  readonly count: number;
}

export interface PhpassThread {
  digest(job: PhpassJob): Promise<Uint8Array>;
}

const MEGABYTES = 16;

/**
 * The thread for phpass, which is a loop in JavaScript: neither OpenSSL nor libuv has it, and ten milliseconds of it would hold up
 * everybody's answers. It starts with the first job and keeps no process alive.
 */
export function phpassThread(): PhpassThread {
  const waiting = new Map<number, { resolve: (digest: Uint8Array) => void; reject: (error: unknown) => void }>();
  let thread: Worker | undefined;
  let lastId = 0;

  const start = () => {
    const begun = new Worker(new URL('./phpass-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MEGABYTES, maxYoungGenerationSizeMb: 4 },
    });
    begun.on('message', ({ id, digest }: { id: number; digest: Uint8Array }) => {
      waiting.get(id)?.resolve(digest);
      waiting.delete(id);
      if (waiting.size === 0) begun.unref();
    });
    const fail = (error: unknown) => {
      if (thread !== begun) return; // its error came before its end
      thread = undefined;
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    };
    begun.on('error', fail);
    begun.on('exit', () => fail(new Error('The thread of phpass has ended')));
    return begun;
  };

  return {
    digest: (job) =>
      new Promise((resolve, reject) => {
        const id = ++lastId;
        waiting.set(id, { resolve, reject });
        thread ??= start();
        thread.ref();
        thread.postMessage({ id, ...job });
      }),
  };
}
