import { Readable } from 'node:stream';

/**
 * An answer that is sent for as long as its taker reads, piece by piece, and for as long as their sign-in stands. Where it
 * ends meanwhile the answer breaks off without its last chunk, which no client takes for a whole one (RFC 9112 §8) whatever
 * the format: a line that says so would be one more record to whoever reads the file later.
 */
export const streamWhileStanding = (pieces: AsyncIterable<string>, requireStanding: () => Promise<void>): Readable =>
  Readable.from(whileStanding(pieces, requireStanding), { objectMode: false }); // else sixteen pieces are read ahead

async function* whileStanding(pieces: AsyncIterable<string>, requireStanding: () => Promise<void>) {
  for await (const piece of pieces) {
    await requireStanding();
    yield piece;
  }
}
