import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { pace } from '../kernel/pace.ts';

/**
 * Streams a response for as long as the caller's sign-in is live. If the sign-in ends, the response breaks off without its
 * last chunk, so that clients know it is incomplete (RFC 9112 §8). An error line would be read as one more record.
 */
export const streamWhileLive = (pieces: AsyncIterable<string | Buffer>, requireLive: () => Promise<void>): Readable =>
  Readable.from(whileLive(pieces, requireLive), { objectMode: false }); // in object mode sixteen pieces would be read ahead

async function* whileLive(pieces: AsyncIterable<string | Buffer>, requireLive: () => Promise<void>) {
  await pace(); // a piece may be made of thousands of rows; many such responses must not be made in one turn of the event loop
  for await (const piece of pieces) {
    await requireLive();
    yield piece;
    await pace();
  }
}

/** Aborted when the connection closes before the response was sent, so that whoever is queued can leave. */
export function leftSignal({ raw }: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  if (raw.destroyed) leaving.abort();
  else raw.once('close', () => leaving.abort());
  return leaving.signal;
}
