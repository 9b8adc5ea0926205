import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { DumpKind } from '../../platform/database/store-dump.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { Secret } from '../../platform/kernel/secret.ts';

/**
 * A file that only the passphrase opens: a head in plain text, then chunks under AES-256-GCM. Each chunk is bound to the head,
 * to its position and to whether it is the last one, so that none can be removed, moved or cut off unnoticed (the STREAM
 * construction; Hoang, Reyhanitabar, Rogaway, Vizár 2015).
 */
const MAGIC = 'ISKAZNICA-BACKUP-1';
const CHUNK = 1024 * 1024;
const TAG = 16;
/** Each guess at the passphrase takes 64 MB and some 0.2 s. */
const COST = { N: 2 ** 16, r: 8, p: 1 };
/** A forged head must not make us use all memory. */
const MOST_COST = 2 ** 18;
const MOST_HEAD = 64 * 1024;

/** The part of the head that can be read without the passphrase. */
export interface SealedHead {
  readonly made_at: Instant;
  readonly version: string;
  readonly dump: DumpKind;
  /** Counts the backups of a target, whatever the clock says. */
  readonly number: number;
}

interface WholeHead extends SealedHead {
  readonly scrypt: typeof COST & { readonly salt: string };
  readonly chunk: number;
  /** Distinguishes a wrong passphrase from a damaged file. */
  readonly check: string;
}

/** A problem with a backup, described for the operator. */
export class BackupFault extends Error {}

interface FileKey {
  readonly key: Buffer;
  readonly check: Buffer;
}

async function keyOf(passphrase: Secret, { salt, N, r, p }: WholeHead['scrypt']): Promise<FileKey> {
  if (!(N <= MOST_COST && r <= 8 && p <= 4)) throw new BackupFault('its head is damaged: the cost of the key');
  const maxmem = 256 * N * r;
  const derived = await new Promise<Buffer>((resolve, reject) =>
    scrypt(passphrase.reveal(), Buffer.from(salt, 'base64url'), 32, { N, r, p, maxmem }, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  );
  const part = (label: string) => Buffer.from(hkdfSync('sha256', derived, '', label, 32));
  return {
    key: part('iskaznica-backup-chunks'),
    check: createHmac('sha256', part('iskaznica-backup-check')).digest().subarray(0, 16),
  };
}

const nonceOf = (place: number, isLast: boolean): Buffer => {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(place), 3);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
};

/** A sealed file in a folder or bucket. */
export interface SealedSource {
  /** In bytes. */
  readonly size: number;
  /** Both positions included. */
  bytes(first: number, last: number): AsyncIterable<Buffer>;
}

export type WriteBytes = (bytes: Buffer) => Promise<void>;

/** @throws Error when it cannot be read */
export async function sealedFile(path: string): Promise<SealedSource> {
  const { size } = await stat(path);
  const bytes = (start: number, end: number) =>
    end < start ? nothing() : (createReadStream(path, { start, end, highWaterMark: CHUNK }) as AsyncIterable<Buffer>);
  return { size, bytes };
}

async function* nothing(): AsyncGenerator<Buffer> {}

/** Writes pieces of any length. The file is whole once `end` has resolved. */
export interface SealedWriter {
  write(piece: Buffer): Promise<void>;
  end(): Promise<void>;
}

/** Starts a new sealed file. Its key is used for no other file, so the position of a chunk is a unique nonce. */
export async function sealedWriter(write: WriteBytes, passphrase: Secret, head: SealedHead): Promise<SealedWriter> {
  const cost = { ...COST, salt: randomBytes(32).toString('base64url') };
  const { key, check } = await keyOf(passphrase, cost);
  const whole: WholeHead = { ...head, scrypt: cost, chunk: CHUNK, check: check.toString('base64url') };
  const text = `${MAGIC}\n${JSON.stringify(whole)}\n`;
  const bound = hash('sha256', text, 'buffer');
  await write(Buffer.from(text));
  let held: Buffer[] = [];
  let size = 0;
  let place = 0;
  const seal = async (plain: Buffer, isLast: boolean) => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(place++, isLast)).setAAD(bound);
    await write(Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]));
  };
  return {
    write: async (piece) => {
      held.push(piece);
      size += piece.length;
      if (size <= CHUNK) return; // a full one may be the last
      let rest = Buffer.concat(held);
      for (; rest.length > CHUNK; rest = rest.subarray(CHUNK)) await seal(rest.subarray(0, CHUNK), false);
      held = [rest];
      size = rest.length;
    },
    end: () => seal(Buffer.concat(held), true),
  };
}

/** Reads the head, without the passphrase. @throws BackupFault */
export const readSealedHead = async (source: SealedSource): Promise<SealedHead> => (await readHead(source)).head;

/** Yields the plain text in authenticated chunks. @throws BackupFault naming the damaged place */
export async function* openSealed(source: SealedSource, passphrase: Secret): AsyncGenerator<Buffer> {
  const { head, length, bound } = await readHead(source);
  const { key, check } = await keyOf(passphrase, head.scrypt);
  const known = Buffer.from(head.check, 'base64url');
  if (known.length !== check.length || !timingSafeEqual(known, check))
    throw new BackupFault('the passphrase is wrong, or its head is damaged');
  if (!Number.isInteger(head.chunk) || head.chunk < 1 || head.chunk > 16 * CHUNK)
    throw new BackupFault('its head is damaged: the size of chunks');
  const each = head.chunk + TAG;
  const { size } = source;
  let [at, place] = [length, 0];
  for await (const sealed of inChunks(source.bytes(length, size - 1), each)) {
    const isLast = at + sealed.length >= size;
    const where = `bytes ${at} to ${Math.min(at + each, size)}`;
    yield opened(sealed, { key, bound, place, isLast, where });
    if (isLast) return;
    [at, place] = [at + each, place + 1];
  }
  throw new BackupFault(`it is cut off at bytes ${at} to ${size}`);
}

/** Chunks of one length; the last one may be shorter. */
async function* inChunks(pieces: AsyncIterable<Buffer>, length: number): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const piece of pieces) {
    held.push(piece);
    size += piece.length;
    if (size < length) continue;
    let rest = Buffer.concat(held);
    for (; rest.length >= length; rest = rest.subarray(length)) yield rest.subarray(0, length);
    [held, size] = [[rest], rest.length];
  }
  if (size > 0) yield Buffer.concat(held);
}

function opened(
  sealed: Buffer,
  { key, bound, place, isLast, where }: { key: Buffer; bound: Buffer; place: number; isLast: boolean; where: string },
): Buffer {
  if (sealed.length < TAG) throw new BackupFault(`it is cut off at ${where}`);
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(place, isLast), { authTagLength: TAG });
    decipher.setAAD(bound).setAuthTag(sealed.subarray(-TAG));
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG)), decipher.final()]);
  } catch {
    throw new BackupFault(`it is damaged${isLast ? ', or cut off,' : ''} at ${where}`);
  }
}

async function readHead(source: SealedSource): Promise<{ head: WholeHead; length: number; bound: Buffer }> {
  const pieces: Buffer[] = [];
  const wanted = Math.min(MOST_HEAD, source.size);
  for await (const piece of source.bytes(0, wanted - 1)) pieces.push(piece);
  const buffer = Buffer.concat(pieces);
  const text = buffer.toString('latin1');
  if (!text.startsWith(`${MAGIC}\n`)) throw new BackupFault('it is no backup, or its first bytes are damaged');
  const end = text.indexOf('\n', MAGIC.length + 1);
  try {
    const head = JSON.parse(text.slice(MAGIC.length + 1, end)) as WholeHead;
    if (typeof head.scrypt.salt !== 'string' || typeof head.check !== 'string') throw new Error('incomplete');
    if (Number.isNaN(Date.parse(head.made_at)) || !Number.isSafeInteger(head.number)) throw new Error('incomplete');
    return { head, length: end + 1, bound: hash('sha256', buffer.subarray(0, end + 1), 'buffer') };
  } catch {
    throw new BackupFault('its head is damaged');
  }
}
