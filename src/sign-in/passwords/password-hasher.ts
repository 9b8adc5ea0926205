import { compare as bcryptCompare, hash as bcryptHash } from 'bcrypt';
import { isForeign, isUsable, type StoredPassword } from '../../accounts/users/usable-password.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { costOf, costsOf, restOf } from './bcrypt-cost.ts';
import { matchesForeign, overBcryptOf } from './foreign-hashes/compute-foreign-hash.ts';
import { type ForeignHash, fromStoredForm } from './foreign-hashes/foreign-hash.ts';
import { hashCostMeter, stopwatch } from './foreign-hashes/hash-cost-meter.ts';
import { phpassThread } from './foreign-hashes/phpass-line.ts';
import type { HashLoad, HashQueue } from './hash-queue.ts';

export interface PasswordHasher {
  /** Hashes with bcrypt at the configured cost. */
  hash(password: string): Promise<string>;
  /**
   * Takes as long as for a hash of the highest cost in use, for every hash, without one (no such account, no password yet) and
   * for removed passwords, which never match. A hash of another program is tried as that program would, and no other way.
   */
  verify(password: string, stored: StoredPassword | undefined): Promise<boolean>;
  /**
   * Runs an act that hashes when it is the claimant's turn. Queues before the act starts, since a later refusal would already
   * have cost two durable writes, enough under overload to stall everybody else.
   * @throws AppError `passwords.busy` (503)
   */
  admit: HashQueue['admit'];
  /** Only checks whether a caller from this address could wait. @throws AppError `passwords.busy` (503) */
  requireRoom: HashQueue['requireRoom'];
  /** Refuses all waiting requests. */
  close(): void;
  load(): HashLoad;
  /** True for a hash below the configured cost, or of another program. */
  isOutdated(stored: StoredPassword): boolean;
  /** The highest cost among stored hashes: above the configured one if that was lowered. */
  recordStoredCost(highest: number): void;
}

/** Injected so that a test can count. */
export interface Bcrypt {
  readonly hash: (password: string, cost: number) => Promise<string>;
  readonly verify: (password: string | Buffer, hash: string) => Promise<boolean>;
}

const BCRYPT_MOST_BYTES = 72; // bcrypt ignores the rest

/** `2y` and `2b` are the same algorithm; this library accepts only `2b`. */
const sameVersion = (hash: string): string => hash.replace(/^\$2y\$/, '$2b$');

const ownBcrypt: Bcrypt = {
  hash: (password, cost) => bcryptHash(password, cost),
  verify: (password, hash) => bcryptCompare(password, sameVersion(hash)),
};

/** `cost` is bcrypt's cost factor: adding one doubles the work. */
export function passwordHasher(
  keys: Keyring,
  queue: HashQueue,
  cost: number,
  bcrypt: Bcrypt = ownBcrypt,
): PasswordHasher {
  const input = (password: string) => bcryptInput(password, keys);
  const others = hashCostMeter((measured) => bcrypt.verify('', dummyHash(measured)));
  const phpass = phpassThread();
  let highest = cost;

  /** Verified, not hashed: hashing would draw a salt first, which takes another turn of the pool. */
  const spend = async (dummyCost: number) => {
    const elapsed = stopwatch();
    await bcrypt.verify('', dummyHash(dummyCost));
    others.recordBcrypt(dummyCost, elapsed());
  };
  /** Tries the texts, then brings the time to that of the most expensive hash. */
  const verifyByBcrypt = async (texts: readonly (string | Buffer)[], hash: string): Promise<boolean> => {
    let matches = false;
    for (const text of texts) matches = (await bcrypt.verify(text, hash)) || matches;
    const spent = costOf(hash) + texts.length - 1; // two of a cost take as long as one of the next
    for (const missing of restOf(spent, highest)) await spend(missing);
    return matches;
  };
  const verifyForeign = async (password: string, hash: ForeignHash): Promise<boolean> => {
    const bcrypted = overBcryptOf(hash, password);
    if (bcrypted !== undefined) return verifyByBcrypt(bcrypted.texts, bcrypted.hash);
    const elapsed = stopwatch();
    const matches = await matchesForeign(hash, password, phpass);
    for (const missing of costsOf(2 ** highest - (await others.of(hash, elapsed())))) await spend(missing);
    return matches;
  };
  return {
    hash: (password) => queue.run(() => bcrypt.hash(input(password), cost)),
    verify: (password, stored) =>
      queue.run(async () => {
        const hash = stored?.password_hash ?? null;
        if (stored === undefined || !isUsable(hash)) {
          input(password); // digests a long one, as for an account
          await spend(highest);
          return false;
        }
        highest = Math.max(highest, costOf(hash)); // another node may have learnt of this hash first
        const foreign = fromStoredForm(hash);
        if (foreign !== undefined) return verifyForeign(password, foreign);
        return verifyByBcrypt([isForeign(stored) ? foreignInput(password) : input(password)], hash);
      }),
    admit: queue.admit,
    requireRoom: queue.requireRoom,
    close: queue.close,
    load: queue.load,
    isOutdated: (stored) => isForeign(stored) || costOf(stored.password_hash ?? '') < cost,
    recordStoredCost: (stored) => {
      highest = Math.max(cost, stored);
    },
  };
}

/** The input of bcrypt in other programs: the password as it was typed, cut even within a letter. */
const foreignInput = (password: string): Buffer => Buffer.from(password).subarray(0, BCRYPT_MOST_BYTES);

/** A hash that no known password matches. Not computed, or the first check for an unknown address would take twice as long. */
const dummyHash = (cost: number): string => `$2b$${String(cost).padStart(2, '0')}$${'.'.repeat(53)}`;

/**
 * The input of bcrypt: up to 72 bytes unchanged, so that existing hashes keep working; a longer password is replaced by its
 * keyed digest, never truncated.
 */
function bcryptInput(password: string, keys: Keyring): string {
  const text = password.normalize('NFC');
  return Buffer.byteLength(text) <= BCRYPT_MOST_BYTES ? text : keys.hmac('long password', text).toString('base64');
}
