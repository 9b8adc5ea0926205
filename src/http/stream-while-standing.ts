import { Readable } from 'node:stream';

/**
 * Streams a response for as long as the caller's sign-in is live. If the sign-in ends, the response breaks off without its
 * last chunk, so that clients know it is incomplete (RFC 9112 §8). An error line would be read as one more record.
 */
export const streamWhileStanding = (pieces: AsyncIterable<string>, requireStanding: () => Promise<void>): Readable =>
  Readable.from(whileStanding(pieces, requireStanding), { objectMode: false }); // in object mode sixteen pieces would be read ahead

async function* whileStanding(pieces: AsyncIterable<string>, requireStanding: () => Promise<void>) {
  for await (const piece of pieces) {
    await requireStanding();
    yield piece;
  }
}
