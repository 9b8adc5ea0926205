import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

const PREFIX = 'isk_';
const BYTES = 32;
const CHECKSUM_CHARACTERS = 6;

/** The checksum lets secret scanners tell a leaked secret from similar text, without a request. */
const checksumOf = (random: string): string =>
  crc32(`${PREFIX}${random}`)
    .toString(36)
    .padStart(CHECKSUM_CHARACTERS + 1, '0')
    .slice(-CHECKSUM_CHARACTERS);

/** A fast digest is enough: nobody guesses 256 random bits. */
export function makeSecret(): string {
  const random = randomBytes(BYTES).toString('base64url');
  return `${PREFIX}${random}${checksumOf(random)}`;
}

export const digestOf = (secret: string): string => hash('sha256', secret, 'base64url');

export function isSecretOf(digest: string, secret: string): boolean {
  const given = Buffer.from(digestOf(secret));
  const kept = Buffer.from(digest);
  return given.length === kept.length && timingSafeEqual(given, kept);
}
