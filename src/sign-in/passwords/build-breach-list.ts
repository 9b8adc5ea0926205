import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, opendir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '../../platform/files/durable-writes.ts';
import type { Clock } from '../../platform/kernel/clock.ts';
import {
  BreachListError,
  bucketBitsFor,
  bucketOf,
  DIGEST_BYTES,
  encodeHeader,
  INDEX_ENTRY_BYTES,
  indexAt,
  indexBytes,
  MOST_BUCKET_BITS,
  MOST_DIGESTS,
  sha256,
} from './breach-list-format.ts';
import { hashLines } from './hash-lines.ts';

export interface Building {
  /** A file of `HASH:COUNT` lines, or a folder of range files. */
  readonly from: string;
  readonly to: string;
  readonly clock: Clock;
  /** Called after each chunk. */
  readonly onProgress?: (count: number) => void;
}

/**
 * Builds the file for `openBreachList`. `to` is written completely or not at all; memory use does not depend on the input.
 * Returns the number of digests.
 * @throws BreachListError naming the invalid line
 */
export async function buildBreachList(building: Building): Promise<number> {
  const part = `${building.to}.part`;
  const file = await open(part, 'w', 0o644).catch((error: NodeJS.ErrnoException) => {
    throw new BreachListError(`${part} cannot be written: ${error.code}`);
  });
  try {
    const count = await write(file, building);
    await file.sync();
    await file.close();
    await rename(part, building.to);
    await syncFolder(dirname(building.to));
    return count;
  } catch (error) {
    await file.close().catch(() => {});
    await rm(part, { force: true });
    throw error;
  }
}

async function write(file: FileHandle, { from, clock, onProgress }: Building): Promise<number> {
  const perBucket = new Uint32Array(2 ** MOST_BUCKET_BITS);
  const digestsSum = createHash('sha256');
  let count = 0;
  for await (const digests of readHashes(from)) {
    for (let at = 0; at < digests.length; at += DIGEST_BYTES) {
      const bucket = bucketOf(digests.subarray(at), MOST_BUCKET_BITS);
      perBucket[bucket] = (perBucket[bucket] ?? 0) + 1;
    }
    digestsSum.update(digests);
    await writeAt(file, digests, indexAt(count));
    count += digests.length / DIGEST_BYTES;
    if (count > MOST_DIGESTS) throw new BreachListError(`${from} holds more than ${MOST_DIGESTS} hashes`);
    onProgress?.(count);
  }
  if (count === 0) throw new BreachListError(`${from} holds no hash`);
  const bucketBits = bucketBitsFor(count);
  const index = indexOf(perBucket, bucketBits);
  await writeAt(file, index, indexAt(count));
  const sums = { digestsSum: digestsSum.digest(), indexSum: sha256(index) };
  await writeAt(file, encodeHeader({ bucketBits, count, ...sums }, clock.now()), 0);
  return count;
}

/** Builds the index. Digests are counted in the smallest buckets, several of which form one bucket of the index. */
function indexOf(perBucket: Uint32Array, bucketBits: number): Buffer {
  const index = Buffer.alloc(indexBytes(bucketBits));
  const together = 2 ** (MOST_BUCKET_BITS - bucketBits);
  let before = 0;
  for (const [small, held] of perBucket.entries()) {
    if (small % together === 0) index.writeUInt32LE(before, (small / together) * INDEX_ENTRY_BYTES);
    before += held;
  }
  index.writeUInt32LE(before, 2 ** bucketBits * INDEX_ENTRY_BYTES);
  return index;
}

/** Repeats partial writes (write(2)). */
async function writeAt(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

const CHUNK_BYTES = 1024 ** 2;
const RANGES = 16 ** 5;
const RANGE_FILE = /^[0-9A-F]{5}\.txt$/;

/**
 * Yields truncated digests from a file of `HASH:COUNT` lines, or from a folder of range files, in chunks. Holds one chunk at a
 * time, whatever the size of the input.
 * @throws BreachListError with a message for the operator
 */
async function* readHashes(path: string): AsyncGenerator<Buffer> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new BreachListError(`${path} cannot be read: ${error.code}`);
  });
  yield* found.isDirectory() ? fromFolder(path) : fromFile(path);
}

async function* fromFile(path: string): AsyncGenerator<Buffer> {
  const lines = hashLines();
  lines.startFile(path);
  const pieces: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  for await (const piece of pieces) yield lines.read(piece);
  yield lines.end();
}

async function* fromFolder(folder: string): AsyncGenerator<Buffer> {
  const present = await rangesIn(folder);
  const lines = hashLines();
  for (let range = 0; range < RANGES; range++) {
    if (present[range] === 0) continue;
    const prefix = range.toString(16).toUpperCase().padStart(5, '0');
    const path = join(folder, `${prefix}.txt`);
    lines.startFile(path, prefix);
    yield lines.read(await readFile(path)); // some 40 KB each
    yield lines.end();
  }
}

/** The existing ranges, as one byte for each of the possible million instead of their names. */
async function rangesIn(folder: string): Promise<Uint8Array> {
  const present = new Uint8Array(RANGES);
  for await (const { name } of await opendir(folder)) {
    if (name.startsWith('.')) continue;
    if (!RANGE_FILE.test(name)) throw new BreachListError(`${join(folder, name)} is no range file: ABCDE.txt`);
    present[Number.parseInt(name, 16)] = 1;
  }
  return present;
}
