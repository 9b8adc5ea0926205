import { createReadStream } from 'node:fs';
import { opendir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BreachListError } from './breach-list-format.ts';
import { hashLines } from './hash-lines.ts';

const PIECE = 1024 ** 2;
const RANGES = 16 ** 5;
const RANGE_FILE = /^[0-9A-F]{5}\.txt$/;

/**
 * Yields truncated digests from a file of `HASH:COUNT` lines, or from a folder of range files, in chunks. Holds one chunk at a
 * time, whatever the size of the input.
 * @throws BreachListError with a message for the operator
 */
export async function* readHashes(path: string): AsyncGenerator<Buffer> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new BreachListError(`${path} cannot be read: ${error.code}`);
  });
  yield* found.isDirectory() ? fromFolder(path) : fromFile(path);
}

async function* fromFile(path: string): AsyncGenerator<Buffer> {
  const lines = hashLines();
  lines.startFile(path);
  const pieces: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: PIECE });
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
