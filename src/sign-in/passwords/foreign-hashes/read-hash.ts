import { membersOf, tryJson } from '../../../platform/kernel/unchecked.ts';
import { costOf } from '../bcrypt-cost.ts';
import {
  bcryptCostOf,
  type ForeignHash,
  type ForeignKind,
  isKind,
  isSound,
  kibibytesOf,
  storedForm,
} from './foreign-hash.ts';

/** Why a hash is refused: no known form, a check that takes too long, or one that takes too much memory. */
type HashRefusal = 'password_hash' | 'password_cost' | 'password_memory';

type ReadHash = { readonly stored: string } | { readonly refusal: HashRefusal };

/** A signing key of Firebase with all around it has some 300 characters, a credential of Keycloak some 500. */
const LONGEST = 2000;
/** Django's own argon2 takes 100 MiB. As many checks at a time as there are cores. */
const MOST_KIBIBYTES = 128 * 1024;
/**
 * Other systems' usual hashes take as long as bcrypt of this cost at most: a million iterations of Django, PHP's argon2. One that is
 * stored makes every check take as long, so it is the limit, unless the service's own hashes cost more.
 */
const USUAL_COST = 13;

const BCRYPT = /^\$2[aby]\$(?:0[4-9]|[12]\d|3[01])\$[./A-Za-z0-9]{53}$/;

/** Reads a hash in the form of its maker, into the form in which it is stored. `highestCost`: of the service's own hashes. */
export function readHash(text: string, highestCost: number): ReadHash {
  if (text.length > LONGEST) return { refusal: 'password_hash' };
  const plain = text.replace(/^bcrypt\$(?=\$2)/, ''); // Django
  if (BCRYPT.test(plain)) return costOf(plain) > highestCost ? { refusal: 'password_cost' } : { stored: plain };
  const hash = readForeign(text);
  if (hash === undefined || !isSound(hash)) return { refusal: 'password_hash' };
  if (kibibytesOf(hash) > MOST_KIBIBYTES) return { refusal: 'password_memory' };
  if (bcryptCostOf(hash) > Math.max(highestCost, USUAL_COST)) return { refusal: 'password_cost' };
  return { stored: storedForm(hash) };
}

type Parts = Readonly<Record<string, string>>;
type Reader = (parts: Parts) => ForeignHash | undefined;

const N = String.raw`(?:0|[1-9]\d{0,9})`;
const BASE64 = '[A-Za-z0-9+/]+={0,2}';
const PHPASS = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The forms of the makers, none of which fits another's. */
const FORMS: readonly (readonly [RegExp, Reader])[] = [
  // The argon2 command, PHP, Django (with its name in front)
  [
    form(
      `(?:argon2)?\\$(?<kind>argon2(?:id|i|d))\\$v=19\\$m=(?<a>${N}),t=(?<b>${N}),p=(?<c>${N})\\$(?<salt>${BASE64})\\$(?<digest>${BASE64})`,
    ),
    ({ kind = '', ...parts }) => inBase64(kind, parts),
  ],
  // passlib
  [
    form(`\\$scrypt\\$ln=(?<a>${N}),r=(?<b>${N}),p=(?<c>${N})\\$(?<salt>${BASE64})\\$(?<digest>${BASE64})`),
    (parts) => inBase64('scrypt', parts),
  ],
  // Django
  [
    form(`scrypt\\$(?<n>${N})\\$(?<salt>[^$]+)\\$(?<b>${N})\\$(?<c>${N})\\$(?<digest>${BASE64})`),
    ({ n = '', salt = '', b = '', c = '', digest = '' }) =>
      withSalt('scrypt', [Math.log2(Number(n)), Number(b), Number(c)], Buffer.from(salt), digest),
  ],
  [
    form(`pbkdf2_(?<algorithm>sha1|sha256)\\$(?<n>${N})\\$(?<salt>[^$]+)\\$(?<digest>${BASE64})`),
    ({ algorithm = '', n = '', salt = '', digest = '' }) =>
      withSalt(`pbkdf2-${algorithm}`, [Number(n)], Buffer.from(salt), digest),
  ],
  [
    form(`bcrypt_sha256\\$(?<hash>\\$2b\\$(?<cost>\\d\\d)\\$[./A-Za-z0-9]{53})`),
    ({ hash = '', cost = '' }) => overBcrypt('django-bcrypt', hash, cost),
  ],
  // passlib, with a dot for the plus
  [
    form(`\\$pbkdf2(?<algorithm>|-sha256|-sha512)\\$(?<n>${N})\\$(?<salt>[A-Za-z0-9./]+)\\$(?<digest>[A-Za-z0-9./]+)`),
    ({ algorithm, n = '', salt = '', digest = '' }) =>
      inBase64(`pbkdf2${algorithm || '-sha1'}`, {
        a: n,
        salt: salt.replaceAll('.', '+'),
        digest: digest.replaceAll('.', '+'),
      }),
  ],
  // The standard spelling (PHC), which Auth0 and others use
  [
    form(
      `\\$pbkdf2-(?<algorithm>sha1|sha256|sha512)\\$i=(?<n>${N})(?:,l=\\d{1,3})?\\$(?<salt>${BASE64})\\$(?<digest>${BASE64})`,
    ),
    ({ algorithm, n = '', salt = '', digest = '' }) => inBase64(`pbkdf2-${algorithm}`, { a: n, salt, digest }),
  ],
  [
    form(String.raw`\$[PH]\$(?<count>[./0-9A-Za-z])(?<salt>[./0-9A-Za-z]{8})(?<digest>[./0-9A-Za-z]{22})`),
    ({ count = '', salt = '', digest = '' }) =>
      foreign('phpass', [PHPASS.indexOf(count)], Buffer.from(salt), fromPhpass(digest)),
  ],
  [
    form(String.raw`\$wp(?<hash>\$2y\$(?<cost>\d\d)\$[./A-Za-z0-9]{53})`),
    ({ hash = '', cost = '' }) => overBcrypt('wordpress-bcrypt', hash, cost),
  ],
  // As GoTrue writes what Firebase exports, with the key of the project
  [
    form(
      `\\$fbscrypt\\$v=1,n=(?<n>${N}),r=(?<r>${N}),p=1(?:,ss=(?<ss>${BASE64}))?,sk=(?<sk>${BASE64})\\$(?<salt>${BASE64})\\$(?<digest>${BASE64})`,
    ),
    ({ n = '', r = '', ss = '', sk = '', salt = '', digest = '' }) =>
      firebaseHash({ memCost: Number(n), rounds: Number(r), saltSeparator: ss, signerKey: sk }, salt, digest),
  ],
];

function form(pattern: string): RegExp {
  return new RegExp(`^${pattern}$`, 'u');
}

function readForeign(text: string): ForeignHash | undefined {
  if (text.startsWith('{')) return readKeycloak(text);
  for (const [pattern, reader] of FORMS) {
    const parts = pattern.exec(text)?.groups;
    if (parts !== undefined) return reader(parts);
  }
  return undefined;
}

const foreign = (kind: ForeignKind, numbers: readonly number[], salt: Buffer, digest: Buffer): ForeignHash => ({
  kind,
  numbers,
  salt,
  digest,
});

/** `a`, `b` and `c` are the numbers in order. */
function inBase64(kind: string, { a, b, c, salt = '', digest = '' }: Parts): ForeignHash | undefined {
  const numbers = [a, b, c].flatMap((number) => (number === undefined ? [] : Number(number)));
  const bytes = fromBase64(salt);
  return bytes && withSalt(kind, numbers, bytes, digest);
}

function withSalt(kind: string, numbers: readonly number[], salt: Buffer, digest: string): ForeignHash | undefined {
  const bytes = fromBase64(digest);
  return isKind(kind) && bytes !== undefined ? foreign(kind, numbers, salt, bytes) : undefined;
}

const overBcrypt = (kind: ForeignKind, hash: string, cost: string): ForeignHash | undefined =>
  BCRYPT.test(hash) ? foreign(kind, [Number(cost)], Buffer.alloc(0), Buffer.from(hash, 'latin1')) : undefined;

/** Strict: with or without padding, and nothing that a lenient reader would skip. */
function fromBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64').replace(/=+$/, '') === text.replace(/=+$/, '') ? bytes : undefined;
}

/** phpass writes three bytes as four digits, the lowest bits first. */
function fromPhpass(text: string): Buffer {
  const bytes: number[] = [];
  for (let at = 0; at < text.length; at += 4) {
    const digits = [...text.slice(at, at + 4)].map((digit) => PHPASS.indexOf(digit));
    const value = digits.reduce((sum, digit, place) => sum | (digit << (6 * place)), 0);
    for (let place = 0; place < digits.length - 1; place++) bytes.push((value >> (8 * place)) & 0xff);
  }
  return Buffer.from(bytes);
}

/** How a project of Firebase hashes: "Password hash parameters" of its console. */
interface FirebaseParameters {
  readonly signerKey: string;
  readonly saltSeparator: string;
  readonly rounds: number;
  readonly memCost: number;
}

/**
 * Firebase encrypts the key of the project with what the password yields. Both sides are known, so what lies between them, the key
 * stream, stands for the password as well, and the project's key needs no place in the store.
 */
function firebaseHash(of: FirebaseParameters, salt: string, digest: string): ForeignHash | undefined {
  const [key, made, salted, separator] = [of.signerKey, digest, salt, of.saltSeparator].map(fromAnyBase64);
  if (!key || !made || !salted || !separator || key.length !== made.length) return undefined;
  const stream = Buffer.from(key.map((byte, index) => byte ^ (made[index] ?? 0)));
  return foreign('firebase', [of.memCost, of.rounds], Buffer.concat([salted, separator]), stream);
}

/** Exports are in either alphabet. */
const fromAnyBase64 = (text: string): Buffer | undefined => fromBase64(text.replaceAll('-', '+').replaceAll('_', '/'));

/** A credential of kind `password` as it stands in an export of a realm. */
function readKeycloak(text: string): ForeignHash | undefined {
  const { secretData, credentialData } = membersOf(tryJson(text));
  return keycloakHash(nestedMembers(secretData), nestedMembers(credentialData));
}

/** JSON within JSON. */
const nestedMembers = (value: unknown) => membersOf(typeof value === 'string' ? tryJson(value) : value);

function keycloakHash(secret: Readonly<Record<string, unknown>>, data: Readonly<Record<string, unknown>>) {
  const { algorithm, hashIterations, additionalParameters } = data;
  const { salt, value } = secret;
  if (typeof salt !== 'string' || typeof value !== 'string' || typeof hashIterations !== 'number') return undefined;
  const parts = { salt, digest: value };
  if (algorithm !== 'argon2') {
    const kind = algorithm === 'pbkdf2' ? 'pbkdf2-sha1' : algorithm;
    const isPbkdf2 = typeof kind === 'string' && kind.startsWith('pbkdf2-');
    return isPbkdf2 ? inBase64(kind, { a: String(hashIterations), ...parts }) : undefined;
  }
  const parameters = membersOf(additionalParameters);
  const one = (name: string): string => String([parameters[name]].flat()[0] ?? '');
  if (one('version') !== '1.3' || !/^(?:id|i|d)$/.test(one('type'))) return undefined;
  const numbers = { a: one('memory'), b: String(hashIterations), c: one('parallelism') };
  return inBase64(`argon2${one('type')}`, { ...numbers, ...parts });
}
