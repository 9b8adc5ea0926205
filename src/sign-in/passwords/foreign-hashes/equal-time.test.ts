// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compare, hash } from 'bcrypt';
import { instantAt } from '../../../platform/kernel/clock.ts';
import type { Keyring } from '../../../platform/keys/keyring.ts';
import { hashQueue } from '../hash-queue.ts';
import { hashWorkers } from '../hash-workers.ts';
import { passwordHasher } from '../password-hasher.ts';
import { readHash } from './read-hash.ts';

const KEYS = { hmac: () => Buffer.alloc(32) } as unknown as Keyring;
const DIGEST = 'CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
const BCRYPT_TEXT = 'abcdefghijklmnopqrstuua72/8NDvoCengmxkw2gFW1EnWzUb79K';

const ELSEWHERE = [
  `$argon2id$v=19$m=7168,t=2,p=1$c29tZXNhbHQ$${DIGEST}`,
  `$argon2i$v=19$m=16384,t=2,p=1$c29tZXNhbHQ$${DIGEST}`,
  `$scrypt$ln=13,r=8,p=1$c29tZXNhbHQ$${DIGEST}`,
  `pbkdf2_sha256$27500$salt$${DIGEST}=`,
  `$pbkdf2-sha512$10000$c29tZXNhbHQ$${DIGEST}`,
  '$P$BabcdefghRj9fy40o5kv42tCtnUvQ3/',
  `$wp$2y$08$${BCRYPT_TEXT}`,
  `bcrypt_sha256$$2b$09$${BCRYPT_TEXT}`,
];

function hasherOfCost(cost: number) {
  let rounds = 0;
  const hasher = passwordHasher(KEYS, hashQueue(hashWorkers({ workers: 1 })), cost, {
    hash,
    verify: (password, stored) => {
      rounds += 2 ** Number(stored.slice(4, 6));
      return compare(password, stored.replace('$2y$', '$2b$'));
    },
  });
  return {
    hasher,
    roundsOf: async (work: () => Promise<unknown>) => {
      rounds = 0;
      await work();
      return rounds;
    },
  };
}

const given = (password_hash: string) => ({ password_hash, password_given_at: instantAt(0), hash_renewed_at: null });

const storedOf = (text: string): string => {
  const read = readHash(text, 10);
  assert.ok('stored' in read, text);
  return read.stored;
};

/** Processor time of the whole process, whose threads do the work. */
async function spentBy(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

test('a check takes as long for a hash of any system as for ours and for nobody', async () => {
  const { hasher } = hasherOfCost(10);
  const own = { password_hash: await hash('mirno more', 10), password_given_at: null, hash_renewed_at: null };
  const checked = [undefined, own, ...ELSEWHERE.map((text) => given(storedOf(text)))];
  const least = checked.map(() => Number.POSITIVE_INFINITY);
  // The first checks of a kind show how long it takes; the fewer others share the core, the better.
  for (let again = 0; again < 3; again++) for (const stored of checked) await hasher.verify('nije ta lozinka', stored);
  for (let again = 0; again < 3; again++)
    for (const [index, stored] of checked.entries())
      least[index] = Math.min(least[index] ?? 0, await spentBy(() => hasher.verify('nije ta lozinka', stored)));
  const [nobody = 0] = least;
  for (const [index, spent] of least.entries())
    assert.ok(Math.abs(spent / nobody - 1) < 0.2, `${index}: ${spent} of ${nobody} µs`);
});

test('a hash that takes longer than ours makes every check take as long', async () => {
  const { hasher, roundsOf } = hasherOfCost(5);
  const dear = given(storedOf(`pbkdf2_sha256$60000$salt$${DIGEST}=`));
  assert.equal(await roundsOf(() => hasher.verify('x', undefined)), 2 ** 5);
  assert.match(dear.password_hash, /^\$f1\$08\$/);
  await hasher.verify('x', dear);
  assert.equal(await roundsOf(() => hasher.verify('x', undefined)), 2 ** 8);
});

test('kinds over bcrypt take as many rounds as ours, one spelling or two', async () => {
  const { hasher, roundsOf } = hasherOfCost(10);
  for (const text of ELSEWHERE.slice(-2))
    for (const password of ['x', "d'Artagnan"])
      assert.equal(await roundsOf(() => hasher.verify(password, given(storedOf(text)))), 2 ** 10, text);
});
