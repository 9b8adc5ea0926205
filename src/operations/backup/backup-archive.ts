import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { BackupFault, type SealedWriter } from './sealed-file.ts';

/** A file in a backup. */
export interface ArchiveEntry {
  /** `database`, `audit-heads.jsonl`, `erasures.jsonl`, `manifest.json`, or a path below `files/`. */
  readonly path: string;
  readonly size: number;
}

export interface HashedEntry extends ArchiveEntry {
  readonly sha256: string;
}

const MOST_LABEL = 8192;
const OUTSIDE_FILES = new Set(['database', 'audit-heads.jsonl', 'erasures.jsonl', 'manifest.json']);

/** Writes entries one after the other: length of the label, label as JSON, content. */
export function archiveWriter(sealed: SealedWriter): {
  add(entry: ArchiveEntry, content: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<HashedEntry>;
} {
  return {
    add: async (entry, content) => {
      const label = Buffer.from(JSON.stringify(entry));
      const length = Buffer.alloc(4);
      length.writeUInt32BE(label.length);
      await sealed.write(Buffer.concat([length, label]));
      const hash = createHash('sha256');
      let written = 0;
      for await (const piece of content) {
        written += piece.length;
        if (written > entry.size) break;
        hash.update(piece);
        await sealed.write(piece);
      }
      if (written !== entry.size) throw new Error(`${entry.path} changed its size while it was read`);
      return { ...entry, sha256: hash.digest('hex') };
    },
  };
}

/** Handles one entry; must read its content to the end. */
export type TakeEntry = (entry: ArchiveEntry, content: AsyncIterable<Buffer>) => Promise<void>;

/**
 * Reads an archive to its end and returns its entries with their hashes.
 * @throws BackupFault naming the entry that a damaged chunk hit
 */
export async function readArchive(chunks: AsyncIterable<Buffer>, take: TakeEntry): Promise<HashedEntry[]> {
  const source = byteSource(chunks);
  const entries: HashedEntry[] = [];
  let within = 'the beginning';
  try {
    for (;;) {
      const length = await source.take(4);
      if (length === undefined) return entries;
      const entry = parseLabel(await source.take(length.readUInt32BE()));
      within = entry.path;
      const hash = createHash('sha256');
      await take(entry, hashed(source.stream(entry.size), hash));
      entries.push({ ...entry, sha256: hash.digest('hex') });
      within = `what follows ${entry.path}`;
    }
  } catch (error) {
    if (error instanceof BackupFault) throw new BackupFault(`${error.message}, in ${within}`);
    throw error;
  }
}

async function* hashed(content: AsyncIterable<Buffer>, hash: ReturnType<typeof createHash>): AsyncGenerator<Buffer> {
  for await (const piece of content) {
    hash.update(piece);
    yield piece;
  }
}

function parseLabel(label: Buffer | undefined): ArchiveEntry {
  if (label === undefined || label.length > MOST_LABEL) throw new BackupFault('a label is damaged');
  const { path, size } = JSON.parse(label.toString('utf8')) as ArchiveEntry;
  if (!isSafe(path) || !Number.isSafeInteger(size) || size < 0) throw new BackupFault('a label is damaged');
  return { path, size };
}

/** Whoever made the file, a restore must not write outside its own folders. */
const isSafe = (path: unknown): path is string =>
  typeof path === 'string' &&
  (OUTSIDE_FILES.has(path) ||
    (path.startsWith('files/') &&
      !path.includes('\\') &&
      !path.includes('\0') &&
      path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')));

interface ByteSource {
  /** Takes that many bytes; `undefined` at the end of the archive. */
  take(count: number): Promise<Buffer | undefined>;
  stream(count: number): AsyncGenerator<Buffer>;
}

function byteSource(chunks: AsyncIterable<Buffer>): ByteSource {
  const pieces = chunks[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  const more = async (): Promise<boolean> => {
    const { value, done } = await pieces.next();
    if (done) return false;
    held = held.length === 0 ? value : Buffer.concat([held, value]);
    return true;
  };
  return {
    take: async (count) => {
      if (count > MOST_LABEL) throw new BackupFault('a label is damaged');
      while (held.length < count)
        if (!(await more())) {
          if (held.length === 0) return undefined;
          throw new BackupFault('it ends too early');
        }
      const taken = held.subarray(0, count);
      held = held.subarray(count);
      return taken;
    },
    stream: async function* (count) {
      for (let left = count; left > 0; ) {
        if (held.length === 0 && !(await more())) throw new BackupFault('it ends too early');
        const piece = held.subarray(0, left);
        held = held.subarray(piece.length);
        left -= piece.length;
        yield piece;
      }
    },
  };
}

/** The first `size` bytes of a file. What is appended while it is read is left out. */
export async function* contentOf(path: string, size: number): AsyncGenerator<Buffer> {
  if (size > 0) yield* createReadStream(path, { end: size - 1, highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>;
}
