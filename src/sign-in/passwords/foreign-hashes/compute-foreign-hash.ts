import {
  createCipheriv,
  createHash,
  createHmac,
  pbkdf2,
  argon2 as runArgon2,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { promisify } from 'node:util';
import type { ForeignHash } from './foreign-hash.ts';
import type { PhpassThread } from './phpass-line.ts';

const deriveByPbkdf2 = promisify(pbkdf2);
const deriveByScrypt = promisify<Buffer, Buffer, number, object, Buffer>(scrypt);
const deriveByArgon2 = promisify(runArgon2);

/** Firebase encrypts with AES-256. */
const KEY_BYTES = 32;
/** OpenSSL asks for a little more than the table itself. */
const SPARE_BYTES = 2 ** 20;

/**
 * The bcrypt hash of a kind that is built over bcrypt, and the texts to try with it, as its maker would; `undefined` for other kinds.
 */
export function overBcryptOf({ kind, digest }: ForeignHash, password: string) {
  const hash = digest.toString('latin1');
  // wp_check_password in WordPress 6.8
  if (kind === 'wordpress-bcrypt')
    return {
      hash,
      texts: spellings(password).map((text) => createHmac('sha384', 'wp-sha384').update(text).digest('base64')),
    };
  // BCryptSHA256PasswordHasher of Django
  if (kind === 'django-bcrypt') return { hash, texts: [createHash('sha256').update(password).digest('hex')] };
  return undefined;
}

/** WordPress hashes what a form sends after `wp_magic_quotes`, which puts a backslash before these; the API sends it as it is. */
const spellings = (password: string): string[] =>
  /['"\\\0]/.test(password) ? [password, password.replace(/['"\\]/g, '\\$&').replaceAll('\0', '\\0')] : [password];

/** Whether a password, as it was typed, has this hash. Computed outside the event loop. Not for kinds over bcrypt. */
export async function matchesForeign(hash: ForeignHash, password: string, phpass: PhpassThread): Promise<boolean> {
  const { kind, numbers, salt, digest } = hash;
  const text = Buffer.from(password);
  const [first = 0, second = 0, third = 0] = numbers;
  switch (kind) {
    case 'argon2i':
    case 'argon2d':
    case 'argon2id':
      return isSame(
        await deriveByArgon2(kind, {
          message: text,
          nonce: salt,
          memory: first,
          passes: second,
          parallelism: third,
          tagLength: digest.length,
        }),
        digest,
      );
    case 'scrypt':
      return isSame(await scryptOf(text, salt, { logN: first, r: second, p: third, bytes: digest.length }), digest);
    case 'firebase': {
      const key = await scryptOf(text, salt, { logN: first, r: second, p: 1, bytes: KEY_BYTES });
      const stream = createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(digest.length));
      return isSame(stream, digest);
    }
    case 'pbkdf2-sha1':
    case 'pbkdf2-sha256':
    case 'pbkdf2-sha512':
      return isSame(await deriveByPbkdf2(text, salt, first, digest.length, kind.slice('pbkdf2-'.length)), digest);
    case 'phpass': {
      const tries = spellings(password).map((one) =>
        phpass.digest({ text: Buffer.from(one), salt, count: 2 ** first }),
      );
      return (await Promise.all(tries)).map((made) => isSame(made, digest)).includes(true);
    }
    default:
      return false;
  }
}

interface ScryptNumbers {
  readonly logN: number;
  readonly r: number;
  readonly p: number;
  readonly bytes: number;
}

const scryptOf = (text: Buffer, salt: Buffer, { logN, r, p, bytes }: ScryptNumbers): Promise<Buffer> =>
  deriveByScrypt(text, salt, bytes, { N: 2 ** logN, r, p, maxmem: 128 * r * (2 ** logN + p) + SPARE_BYTES });

const isSame = (made: Uint8Array, wanted: Buffer): boolean =>
  made.length === wanted.length && timingSafeEqual(made, wanted);
