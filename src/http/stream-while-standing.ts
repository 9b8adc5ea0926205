import { Readable } from 'node:stream';

/**
 * Streams a response for as long as the caller's sign-in is live. If it ends, the response breaks off without its last
 * chunk, which no client takes for complete (RFC 9112 §8) in any format; an error line would be read as one more
 * record.
 */
export const streamWhileStanding = (pieces: AsyncIterable<string>, requireStanding: () => Promise<void>): Readable =>
  Readable.from(whileStanding(pieces, requireStanding), { objectMode: false }); // otherwise sixteen pieces are read ahead

async function* whileStanding(pieces: AsyncIterable<string>, requireStanding: () => Promise<void>) {
  for await (const piece of pieces) {
    await requireStanding();
    yield piece;
  }
}
