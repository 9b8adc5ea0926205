/**
 * A hash that another system made with anything but plain bcrypt. Its form in the store is ours, whatever its maker's is:
 * `$f1$CC$kind$numbers$salt$digest`. CC stands where bcrypt has its cost, so the one index and the one rule about the most expensive
 * stored hash hold for both.
 */
export interface ForeignHash {
  readonly kind: ForeignKind;
  /** As `KINDS` names them. */
  readonly numbers: readonly number[];
  readonly salt: Buffer;
  /** What the computation must yield; of the kinds over bcrypt, the bcrypt hash in its text form. */
  readonly digest: Buffer;
}

interface KindRule {
  /** Lowest and highest value of each number. */
  readonly bounds: readonly (readonly [lowest: number, highest: number])[];
  readonly saltBytes: readonly [fewest: number, most: number];
  readonly digestBytes: readonly [fewest: number, most: number];
  /** The time of one check in rounds of bcrypt, which is 2^cost of them. Rather too many than too few. */
  readonly rounds: (numbers: readonly number[], digestBytes: number) => number;
  readonly kibibytes?: (numbers: readonly number[]) => number;
}

const MOST = 2 ** 31 - 1;
const SALT = [1, 128] as const;
const DIGEST = [16, 64] as const;
const BCRYPT_TEXT = [60, 60] as const;

// Units in the time of a round of bcrypt, measured and rounded down.
const [SHA1, SHA256, SHA512, ARGON2, SCRYPT, MD5] = [300, 300, 100, 33, 128, 40];

const pbkdf2 = (perRound: number, block: number): KindRule => ({
  bounds: [[1, MOST]],
  saltBytes: SALT,
  digestBytes: DIGEST,
  rounds: ([iterations = 0], bytes) => (iterations * Math.ceil(bytes / block)) / perRound,
});

/** Memory in KiB, passes, lanes. */
const argon2: KindRule = {
  bounds: [
    [8, MOST],
    [1, MOST],
    [1, 64],
  ],
  saltBytes: [8, 128], // RFC 9106 §3.1
  digestBytes: DIGEST,
  rounds: ([memory = 0, passes = 0]) => (memory * passes) / ARGON2,
  kibibytes: ([memory = 0]) => memory,
};

/** Logarithm of N, block size r, parallelism p. */
const scrypt: KindRule = {
  bounds: [
    [1, 31],
    [1, 64],
    [1, 64],
  ],
  saltBytes: SALT,
  digestBytes: DIGEST,
  rounds: ([logN = 0, r = 0, p = 0]) => (2 ** logN * r * p) / SCRYPT,
  kibibytes: ([logN = 0, r = 0]) => (2 ** logN * r) / 8,
};

/** bcrypt over a digest of the password. `tries`: how many spellings of it are tried. */
const overBcrypt = (tries: number): KindRule => ({
  bounds: [[4, 31]],
  saltBytes: [0, 0],
  digestBytes: BCRYPT_TEXT,
  rounds: ([cost = 0]) => tries * 2 ** cost,
});

const KINDS = {
  argon2i: argon2,
  argon2d: argon2,
  argon2id: argon2,
  scrypt,
  'pbkdf2-sha1': pbkdf2(SHA1, 20),
  'pbkdf2-sha256': pbkdf2(SHA256, 32),
  'pbkdf2-sha512': pbkdf2(SHA512, 64),
  /** Logarithm of the count. WordPress until 6.8, phpBB. */
  phpass: {
    bounds: [[7, 30]],
    saltBytes: [8, 8],
    digestBytes: DIGEST,
    rounds: ([logCount = 0]) => (2 * 2 ** logCount) / MD5,
  },
  /** WordPress from 6.8 on. */
  'wordpress-bcrypt': overBcrypt(2),
  'django-bcrypt': overBcrypt(1),
  /** Logarithm of N and block size; the digest is the key stream that its maker laid over the key of the project. */
  firebase: {
    bounds: [
      [1, 31],
      [1, 64],
    ],
    saltBytes: SALT,
    digestBytes: DIGEST,
    rounds: ([logN = 0, r = 0]) => (2 ** logN * r) / SCRYPT,
    kibibytes: ([logN = 0, r = 0]) => (2 ** logN * r) / 8,
  },
} as const satisfies Readonly<Record<string, KindRule>>;

export type ForeignKind = keyof typeof KINDS;

const ruleOf = (kind: ForeignKind): KindRule => KINDS[kind];

/** bcrypt's lowest cost, which is also the lowest here. */
const LOWEST_COST = 4;

/** The cost of bcrypt whose check takes at least as long. */
export const bcryptCostOf = ({ kind, numbers, digest }: ForeignHash): number =>
  Math.max(LOWEST_COST, Math.ceil(Math.log2(ruleOf(kind).rounds(numbers, digest.length))));

export const kibibytesOf = ({ kind, numbers }: ForeignHash): number => ruleOf(kind).kibibytes?.(numbers) ?? 0;

/** What the functions of OpenSSL demand besides: 8 KiB of memory a lane (RFC 9106 §3.1), N below 2^(16r) (RFC 7914 §2). */
function isComputable(kind: ForeignKind, [first = 0, second = 0, third = 0]: readonly number[]): boolean {
  if (kind.startsWith('argon2')) return first >= 8 * third;
  return (kind !== 'scrypt' && kind !== 'firebase') || first < 16 * second;
}

/** Whether each part has a size that its kind allows. */
export function isSound({ kind, numbers, salt, digest }: ForeignHash): boolean {
  const { bounds, saltBytes, digestBytes } = ruleOf(kind);
  const within = (value: number, [lowest, highest]: readonly [number, number]) =>
    Number.isInteger(value) && value >= lowest && value <= highest;
  return (
    numbers.length === bounds.length &&
    bounds.every((bound, index) => within(numbers[index] ?? Number.NaN, bound)) &&
    within(salt.length, saltBytes) &&
    within(digest.length, digestBytes) &&
    isComputable(kind, numbers)
  );
}

/** The form in which a hash is stored. */
export function storedForm(hash: ForeignHash): string {
  const { kind, numbers, salt, digest } = hash;
  const cost = String(bcryptCostOf(hash)).padStart(2, '0');
  return `$f1$${cost}$${kind}$${numbers.join(',')}$${salt.toString('base64url')}$${digest.toString('base64url')}`;
}

const STORED = /^\$f1\$\d\d\$(?<kind>[a-z0-9-]+)\$(?<numbers>[\d,]+)\$(?<salt>[\w-]*)\$(?<digest>[\w-]+)$/;

/** `undefined` for any other hash. */
export function fromStoredForm(stored: string): ForeignHash | undefined {
  const { kind = '', numbers = '', salt = '', digest = '' } = STORED.exec(stored)?.groups ?? {};
  if (!isKind(kind)) return undefined;
  const bytes = (text: string) => Buffer.from(text, 'base64url');
  return { kind, numbers: numbers.split(',').map(Number), salt: bytes(salt), digest: bytes(digest) };
}

export const isKind = (name: string): name is ForeignKind => Object.hasOwn(KINDS, name);
