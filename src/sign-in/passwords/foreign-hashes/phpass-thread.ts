import { hash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import type { PhpassJob } from './phpass-line.ts';

/** Computes phpass digests, one after the other: MD5 of the last digest and the password, thousands of times. */
parentPort?.on('message', ({ id, text, salt, count }: PhpassJob & { readonly id: number }) => {
  const password = Buffer.from(text);
  const input = Buffer.concat([Buffer.alloc(16), password]);
  hash('md5', Buffer.concat([salt, password]), 'buffer').copy(input);
  for (let done = 0; done < count; done++) hash('md5', input, 'buffer').copy(input);
  parentPort?.postMessage({ id, digest: input.subarray(0, 16) });
});
