import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import type { PdfCipher } from './pdf-writer.ts';

/** What a trailer and the encryption dictionary state, and how the rest is encrypted (ISO 32000-2 §7.6). */
export interface PdfProtection {
  readonly dictionary: string;
  readonly id: string;
  readonly cipher: PdfCipher;
}

const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
const PERMISSIONS = -3904; // nothing is allowed
const ID = Buffer.alloc(16, 7);

const padded = (password: string): Buffer => Buffer.concat([Buffer.from(password, 'latin1'), PADDING]).subarray(0, 32);
const md5 = (...parts: Buffer[]): Buffer => createHash('md5').update(Buffer.concat(parts)).digest();
const hex = (bytes: Buffer): string => `<${bytes.toString('hex')}>`;
const id = `[${hex(ID)} ${hex(ID)}]`;

const permissionBytes = (): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(PERMISSIONS);
  return bytes;
};

function rc4(key: Buffer, bytes: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_none, index) => index);
  const swap = (a: number, b: number) => {
    [state[a], state[b]] = [state[b] ?? 0, state[a] ?? 0];
  };
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) & 255;
    swap(i, j);
  }
  let [i, j] = [0, 0];
  return Buffer.from(bytes).map((byte) => {
    i = (i + 1) & 255;
    j = (j + (state[i] ?? 0)) & 255;
    swap(i, j);
    return byte ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) & 255] ?? 0);
  }) as Buffer;
}

const rc4Rounds = (key: Buffer, bytes: Buffer): Buffer => {
  let result = bytes;
  for (let round = 0; round < 20; round++) result = rc4(key.map((byte) => byte ^ round) as Buffer, result);
  return result;
};

/** RC4 with 128 bits, as most older writers protect (revision 3). */
export function rc4Protection(userPassword: string): PdfProtection {
  let ownerKey = md5(padded('vlasnik'));
  for (let round = 0; round < 50; round++) ownerKey = md5(ownerKey);
  const owner = rc4Rounds(ownerKey, padded(userPassword));
  let key = md5(padded(userPassword), owner, permissionBytes(), ID);
  for (let round = 0; round < 50; round++) key = md5(key);
  const user = Buffer.concat([rc4Rounds(key, md5(PADDING, ID)), Buffer.alloc(16)]);
  return {
    id,
    dictionary: `<< /Filter /Standard /V 2 /R 3 /Length 128 /P ${PERMISSIONS} /O ${hex(owner)} /U ${hex(user)} >>`,
    cipher: (bytes, number, generation) => {
      const name = Buffer.from([number, number >> 8, number >> 16, generation, generation >> 8]);
      return rc4(md5(key, name), bytes);
    },
  };
}

/** AES with 256 bits, as newer writers protect (revision 6). */
export function aesProtection(userPassword: string): PdfProtection {
  const key = randomBytes(32);
  const entry = (password: string, user: Buffer) => {
    const [validation, keySalt] = [randomBytes(8), randomBytes(8)];
    const verifier = Buffer.concat([hardened(password, validation, user), validation, keySalt]);
    const wrapped = aes('aes-256-cbc', hardened(password, keySalt, user), Buffer.alloc(16), key);
    return { verifier, wrapped };
  };
  const user = entry(userPassword, Buffer.alloc(0));
  const owner = entry('vlasnik', user.verifier);
  const stated = Buffer.concat([permissionBytes(), Buffer.alloc(4, 0xff), Buffer.from('Tadb'), randomBytes(4)]);
  const permissions = aes('aes-256-ecb', key, null, stated);
  const entries = [
    `/P ${PERMISSIONS} /Perms ${hex(permissions)}`,
    `/U ${hex(user.verifier)} /UE ${hex(user.wrapped)}`,
    `/O ${hex(owner.verifier)} /OE ${hex(owner.wrapped)}`,
    '/CF << /StdCF << /CFM /AESV3 /AuthEvent /DocOpen /Length 32 >> >> /StmF /StdCF /StrF /StdCF',
  ].join(' ');
  return {
    id,
    dictionary: `<< /Filter /Standard /V 5 /R 6 /Length 256 ${entries} >>`,
    cipher: (bytes) => {
      const start = randomBytes(16);
      const cipher = createCipheriv('aes-256-cbc', key, start);
      return Buffer.concat([start, cipher.update(bytes), cipher.final()]);
    },
  };
}

function aes(name: string, key: Buffer, start: Buffer | null, bytes: Buffer): Buffer {
  const cipher = createCipheriv(name, key, start).setAutoPadding(false);
  return Buffer.concat([cipher.update(bytes), cipher.final()]);
}

/** Algorithm 2.B. */
function hardened(password: string, salt: Buffer, user: Buffer): Buffer {
  const secret = Buffer.from(password);
  let key = createHash('sha256')
    .update(Buffer.concat([secret, salt, user]))
    .digest();
  for (let round = 0, last = 0; round < 64 || last > round - 32; round++) {
    const block = Buffer.concat([secret, key, user]);
    const repeated = Buffer.concat(Array.from({ length: 64 }, () => block));
    const encrypted = aes('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32), repeated);
    const remainder = encrypted.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    key = createHash(['sha256', 'sha384', 'sha512'][remainder] ?? '')
      .update(encrypted)
      .digest();
    last = encrypted.at(-1) ?? 0;
  }
  return key.subarray(0, 32);
}
