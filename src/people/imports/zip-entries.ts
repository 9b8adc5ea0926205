import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { AppError } from '../../platform/kernel/app-error.ts';

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const END_SIZE = 22;
const LONGEST_COMMENT = 0xffff;
const MOST_ENTRIES = 2000;
const STORED = 0;
const DEFLATED = 8;
const PIECE = 64 * 1024;
/** Of all entries that are read, unpacked: a file of a few kilobytes may claim to hold terabytes. */
const LARGEST = 512 * 1024 * 1024;

/** The entries of a ZIP archive (APPNOTE.TXT §4.3), read from its directory at the end. */
export interface Zip {
  readonly names: readonly string[];
  /** The bytes of an entry in pieces; nothing for one that is not there. */
  read(name: string): AsyncGenerator<Buffer>;
}

/** @throws AppError `imports.workbook` (422) for what is no such archive; `read` throws `imports.too_large` */
export async function openZip(file: FileHandle): Promise<Zip> {
  const entries = await directoryOf(file);
  let unpacked = 0;
  return {
    names: [...entries.keys()],
    read: async function* (name) {
      const entry = entries.get(name);
      if (entry === undefined) return;
      for await (const piece of unpack(file, entry)) {
        unpacked += piece.length;
        if (unpacked > LARGEST) throw new AppError('imports.too_large');
        yield piece;
      }
    },
  };
}

interface Entry {
  readonly method: number;
  readonly packed: number;
  readonly offset: number;
}

async function directoryOf(file: FileHandle): Promise<Map<string, Entry>> {
  const { size } = await file.stat();
  const tail = await part(file, Math.max(0, size - END_SIZE - LONGEST_COMMENT), size);
  let at = tail.length - END_SIZE;
  while (at >= 0 && tail.readUInt32LE(at) !== END) at -= 1;
  if (at < 0) throw noWorkbook();
  const count = tail.readUInt16LE(at + 10);
  const [length, offset] = [tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)];
  if (count > MOST_ENTRIES || offset + length > size) throw noWorkbook();
  const directory = await part(file, offset, offset + length);
  const entries = new Map<string, Entry>();
  for (let from = 0, index = 0; index < count; index++) {
    if (from + 46 > directory.length || directory.readUInt32LE(from) !== ENTRY) throw noWorkbook();
    const flags = directory.readUInt16LE(from + 8);
    const [nameLength, extra, comment] = [28, 30, 32].map((shift) => directory.readUInt16LE(from + shift));
    const name = directory.toString('utf8', from + 46, from + 46 + (nameLength ?? 0));
    if ((flags & 1) === 1) throw new AppError('imports.old_workbook'); // encrypted
    entries.set(name, {
      method: directory.readUInt16LE(from + 10),
      packed: directory.readUInt32LE(from + 20),
      offset: directory.readUInt32LE(from + 42),
    });
    from += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return entries;
}

async function* unpack(file: FileHandle, { method, packed, offset }: Entry): AsyncGenerator<Buffer> {
  const header = await part(file, offset, offset + 30);
  if (header.length < 30 || (method !== STORED && method !== DEFLATED)) throw noWorkbook();
  const start = offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  const pieces = piecesOf(file, start, start + packed);
  if (method === STORED) return yield* pieces;
  const inflate = createInflateRaw();
  const source = Readable.from(pieces);
  source.once('error', (error) => inflate.destroy(error));
  try {
    for await (const piece of source.pipe(inflate) as AsyncIterable<Buffer>) yield piece;
  } catch (cause) {
    throw noWorkbook(cause);
  } finally {
    source.destroy();
    inflate.destroy();
  }
}

async function* piecesOf(file: FileHandle, from: number, to: number): AsyncGenerator<Buffer> {
  for (let at = from; at < to; at += PIECE) yield await part(file, at, Math.min(to, at + PIECE));
}

async function part(file: FileHandle, from: number, to: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.max(0, to - from)), 0, Math.max(0, to - from), from);
  return buffer.subarray(0, bytesRead);
}

const noWorkbook = (cause?: unknown) => new AppError('imports.workbook', { cause });
