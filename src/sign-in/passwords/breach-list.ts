import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { codeOf, messageOf } from '../../platform/kernel/unchecked.ts';
import {
  BreachListError,
  type BreachListHeader,
  bucketOf,
  DIGEST_BYTES,
  decodeHeader,
  digestOf,
  fileBytes,
  HEADER_BYTES,
  INDEX_ENTRY_BYTES,
  indexAt,
  indexBytes,
  MOST_BUCKET_BITS,
  sha256,
} from './breach-list-format.ts';

export interface BreachList extends Pick<BreachListHeader, 'count' | 'builtAt'> {
  /** Takes two small reads: the position of the bucket, and the bucket. */
  has(password: string): Promise<boolean>;
  /** Reads the whole file and verifies its digests. */
  isWhole(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Opens a file made by `buildBreachList` and checks header, size and index. Memory use does not depend on its size. If the file
 * is replaced by a rename, the opened one is used until it is closed.
 * @throws BreachListError with the problem
 */
export async function openBreachList(path: string): Promise<BreachList> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new BreachListError(`${path} cannot be read: ${error.code}`);
  });
  try {
    return listIn(file, await checkedHeader(file));
  } catch (error) {
    await file.close();
    throw error instanceof BreachListError
      ? new BreachListError(`${path} ${error.message}`)
      : new BreachListError(`${path} cannot be read: ${codeOf(error) ?? messageOf(error)}`);
  }
}

const listIn = (file: FileHandle, header: BreachListHeader): BreachList => ({
  count: header.count,
  builtAt: header.builtAt,
  has: async (password) => {
    const digest = digestOf(password);
    const entry = indexAt(header.count) + bucketOf(digest, header.bucketBits) * INDEX_ENTRY_BYTES;
    const bounds = await readAt(file, entry, 2 * INDEX_ENTRY_BYTES);
    const [from, to] = [bounds.readUInt32LE(0), bounds.readUInt32LE(INDEX_ENTRY_BYTES)];
    return holds(await readAt(file, indexAt(from), (to - from) * DIGEST_BYTES), digest);
  },
  isWhole: async () => {
    const sum = createHash('sha256');
    const end = indexAt(header.count);
    const digests = file.createReadStream({
      start: HEADER_BYTES,
      end: end - 1,
      autoClose: false,
      highWaterMark: CHUNK_BYTES,
    });
    const pieces: AsyncIterable<Buffer> = digests;
    for await (const piece of pieces) sum.update(piece);
    return sum.digest().equals(header.digestsSum);
  },
  close: () => file.close(),
});

const CHUNK_BYTES = 1024 ** 2;

/** Binary search. */
function holds(bucket: Buffer, digest: Buffer): boolean {
  let from = 0;
  let to = bucket.length / DIGEST_BYTES;
  while (from < to) {
    const middle = (from + to) >>> 1;
    const at = middle * DIGEST_BYTES;
    const order = digest.compare(bucket, at, at + DIGEST_BYTES, 0, DIGEST_BYTES);
    if (order === 0) return true;
    if (order < 0) to = middle;
    else from = middle + 1;
  }
  return false;
}

async function checkedHeader(file: FileHandle): Promise<BreachListHeader> {
  const { size } = await file.stat();
  if (size < HEADER_BYTES) throw new BreachListError('is no list made by "passwords build-breach-list": too short');
  const header = decodeHeader(await readAt(file, 0, HEADER_BYTES));
  const { bucketBits, count } = header;
  if (bucketBits < 1 || bucketBits > MOST_BUCKET_BITS || fileBytes(header) !== size)
    throw new BreachListError(`is damaged: ${size} bytes in place of ${fileBytes(header)}`);
  const index = await readAt(file, indexAt(count), indexBytes(bucketBits));
  if (!sha256(index).equals(header.indexSum)) throw new BreachListError('is damaged: its index was changed');
  return header;
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  for (let done = 0; done < length; ) {
    const { bytesRead } = await file.read(bytes, done, length - done, position + done);
    if (bytesRead === 0) throw new BreachListError('ended too early');
    done += bytesRead;
  }
  return bytes;
}
