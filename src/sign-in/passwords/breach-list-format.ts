import { hash } from 'node:crypto';
import { type Instant, instantAt } from '../../platform/kernel/clock.ts';
import type { Milliseconds } from '../../platform/kernel/durations.ts';

/**
 * The file of breached passwords, all numbers little-endian:
 *
 * | at  | bytes | holds                                                                          |
 * |-----|-------|--------------------------------------------------------------------------------|
 * | 0   | 8     | `ISKBREAC`                                                                     |
 * | 8   | 4     | version of this format                                                         |
 * | 12  | 4     | bits of a digest that name its bucket                                          |
 * | 16  | 8     | number of digests                                                              |
 * | 24  | 8     | when it was built, milliseconds since 1970                                     |
 * | 32  | 32    | SHA-256 of the digests                                                         |
 * | 64  | 32    | SHA-256 of the index                                                           |
 * | 96  | 24    | zeros                                                                          |
 * | 120 | 8     | beginning of the SHA-256 of the bytes before                                   |
 * | 128 | 8 × n | the digests, ascending: the first 8 bytes of the SHA-1 of a password           |
 * | …   | 4 × b | the index: where each bucket begins among the digests, and last how many there are |
 *
 * With a thousand million digests of 64 bits, a good password is taken for a breached one once in 18 thousand million times.
 */
export const DIGEST_BYTES = 8;
export const INDEX_ENTRY_BYTES = 4;
export const HEADER_BYTES = 128;
/** The largest number that an entry of the index can hold. */
export const MOST_DIGESTS = 2 ** 32 - 1;
/** 4 MiB of index, and a thousand digests in each bucket of a thousand million. */
export const MOST_BUCKET_BITS = 20;

const MAGIC = 'ISKBREAC';
const VERSION = 1;
const SEAL_AT = 120;

export interface BreachListHeader {
  readonly bucketBits: number;
  readonly count: number;
  readonly builtAt: Instant;
  readonly digestsSum: Buffer;
  readonly indexSum: Buffer;
}

/** A problem with a file, described for the operator. */
export class BreachListError extends Error {}

export const sha256 = (bytes: Buffer): Buffer => hash('sha256', bytes, 'buffer');

/** The digest that is looked up for a password, after normalisation as for its hash. */
export const digestOf = (password: string): Buffer => hash('sha1', password.normalize('NFC'), 'buffer');

export const bucketOf = (digest: Buffer, bucketBits: number): number => digest.readUInt32BE(0) >>> (32 - bucketBits);

/** Chosen so that a bucket has some five hundred digests, up to `MOST_BUCKET_BITS`. */
export function bucketBitsFor(count: number): number {
  const wanted = Math.ceil(Math.log2(Math.max(1, count) / 512));
  return Math.min(MOST_BUCKET_BITS, Math.max(1, wanted));
}

export const indexBytes = (bucketBits: number): number => (2 ** bucketBits + 1) * INDEX_ENTRY_BYTES;

export const indexAt = (count: number): number => HEADER_BYTES + count * DIGEST_BYTES;

export const fileBytes = ({ count, bucketBits }: BreachListHeader): number => indexAt(count) + indexBytes(bucketBits);

export function encodeHeader(told: Omit<BreachListHeader, 'builtAt'>, builtAt: Milliseconds): Buffer {
  const { bucketBits, count, digestsSum, indexSum } = told;
  const header = Buffer.alloc(HEADER_BYTES);
  header.write(MAGIC, 0, 'latin1');
  header.writeUInt32LE(VERSION, 8);
  header.writeUInt32LE(bucketBits, 12);
  header.writeBigUInt64LE(BigInt(count), 16);
  header.writeBigUInt64LE(BigInt(builtAt), 24);
  digestsSum.copy(header, 32);
  indexSum.copy(header, 64);
  sha256(header.subarray(0, SEAL_AT)).copy(header, SEAL_AT, 0, HEADER_BYTES - SEAL_AT);
  return header;
}

/** @throws BreachListError when these bytes are not the header of a list of this version */
export function decodeHeader(header: Buffer): BreachListHeader {
  if (header.length < HEADER_BYTES || header.toString('latin1', 0, 8) !== MAGIC)
    throw new BreachListError('is no list made by "passwords build-breach-list"');
  const version = header.readUInt32LE(8);
  if (version !== VERSION)
    throw new BreachListError(`has format ${version}, and this version reads ${VERSION}: build it again`);
  const seal = sha256(header.subarray(0, SEAL_AT)).subarray(0, HEADER_BYTES - SEAL_AT);
  if (!seal.equals(header.subarray(SEAL_AT))) throw new BreachListError('is damaged: its header was changed');
  return {
    bucketBits: header.readUInt32LE(12),
    count: Number(header.readBigUInt64LE(16)),
    builtAt: instantAt(Number(header.readBigUInt64LE(24))),
    digestsSum: header.subarray(32, 64),
    indexSum: header.subarray(64, 96),
  };
}
