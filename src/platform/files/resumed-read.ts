import { setTimeout as pause } from 'node:timers/promises';
import { type Milliseconds, seconds } from '../kernel/durations.ts';
import { asItIs, type Bucket } from './bucket-of.ts';
import type { FileRange } from './files.ts';
import { mayPass, S3Failure } from './s3-failure.ts';

const PAUSES: readonly Milliseconds[] = [seconds(1), seconds(2), seconds(4)];

/**
 * Reads part of an object; if the connection breaks, continues there on a new one.
 * @throws S3Failure; Error when several connections in a row yield nothing
 */
export async function* resumedRead(bucket: Bucket, key: string, { first, last }: FileRange): AsyncGenerator<Buffer> {
  let next = first;
  for (let failures = 0; next <= last; ) {
    try {
      const found = await bucket.read(key, { first: next, last }).catch(asItIs);
      if (found === undefined) throw new S3Failure(`GET ${bucket.place}${key}`, { status: 404, code: 'NoSuchKey' });
      for await (const piece of found.body as AsyncIterable<Buffer>) {
        next += piece.length;
        failures = 0;
        yield piece;
      }
    } catch (error) {
      const wait = PAUSES[failures++];
      if (wait === undefined || (error instanceof S3Failure && !mayPass(error))) throw error;
      await pause(wait);
    }
  }
}
