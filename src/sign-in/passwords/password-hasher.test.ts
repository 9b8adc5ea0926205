// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compare, hash } from 'bcrypt';
import type { StoredPassword } from '../../accounts/users/usable-password.ts';
import { instantAt } from '../../platform/kernel/clock.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { hashQueue } from './hash-queue.ts';
import { hashWorkers } from './hash-workers.ts';
import { passwordHasher } from './password-hasher.ts';

const PASSWORD = 'mirno more plovi';
/** Only digests long passwords here. */
const KEYS = { hmac: () => Buffer.alloc(32) } as unknown as Keyring;

const own = (password_hash: string) => ({ password_hash, password_given_at: null, hash_renewed_at: null });

/** A hasher that counts bcrypt's key set-up rounds, which determine its time. */
function countingHasher(cost: number) {
  let rounds = 0;
  const hasher = passwordHasher(KEYS, hashQueue(hashWorkers({ workers: 1 })), cost, {
    hash: (password, cost) => {
      rounds += 2 ** cost;
      return hash(password, cost);
    },
    verify: (password, stored) => {
      rounds += 2 ** Number(stored.slice(4, 6));
      return compare(password, stored);
    },
  });
  const spentOn = async (password: string, stored: string | StoredPassword | null) => {
    rounds = 0;
    const right = await hasher.verify(password, typeof stored === 'string' ? own(stored) : (stored ?? undefined));
    return { right, rounds };
  };
  return { hasher, spentOn };
}

test('a check costs the same for every hash, right or wrong, and without a hash', async () => {
  const { hasher, spentOn } = countingHasher(12);
  for (const cost of [4, 5, 10, 11, 12]) {
    const stored = await hash(PASSWORD, cost);
    assert.deepEqual(await spentOn(PASSWORD, stored), { right: true, rounds: 2 ** 12 }, `${cost}`);
    assert.deepEqual(await spentOn('nije ta lozinka', stored), { right: false, rounds: 2 ** 12 }, `${cost}`);
    assert.equal(hasher.isOutdated(own(stored)), cost < 12);
  }
  assert.deepEqual(await spentOn(PASSWORD, null), { right: false, rounds: 2 ** 12 });
});

test('every check takes the highest stored cost, as long as such a hash is stored', async () => {
  const { hasher, spentOn } = countingHasher(5);
  const [cheap, usual, dear] = await Promise.all([4, 5, 7].map((cost) => hash(PASSWORD, cost)));
  const checked = [cheap, usual, dear, null] as const;
  const costs = async () => {
    const each: number[] = [];
    for (const stored of checked) each.push((await spentOn('nije ta lozinka', stored ?? null)).rounds);
    return each;
  };
  hasher.recordStoredCost(7);
  assert.deepEqual(await costs(), [128, 128, 128, 128]);
  hasher.recordStoredCost(4);
  assert.deepEqual(await costs(), [32, 32, 128, 128], 'a hash that was not known of is known once it is seen');
  assert.match(await hasher.hash(PASSWORD), /^\$2b\$05\$/, 'new ones are of the service’s cost');
  assert.equal(hasher.isOutdated(own(String(dear))), false);
});

test('a check of a hash of another program takes as many computations as one of ours, or none', async () => {
  const { spentOn } = countingHasher(6);
  const long = 'mirno more plovi '.repeat(6);
  for (const password of [long, 'c\u030camac', PASSWORD]) {
    for (const cost of [4, 6]) {
      const stored = { ...own(await hash(password, cost)), password_given_at: instantAt(0) };
      assert.deepEqual(await spentOn(password, stored), { right: true, rounds: 2 ** 6 });
      assert.deepEqual(await spentOn(`x${password}`, stored), { right: false, rounds: 2 ** 6 });
    }
    assert.deepEqual(await spentOn(password, null), { right: false, rounds: 2 ** 6 });
  }
});
