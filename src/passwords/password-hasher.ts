import { compare as bcryptCompare, hash as bcryptHash } from 'bcrypt';
import type { Keyring } from '../keys/keyring.ts';
import { isUsable } from '../users/usable-password.ts';
import { costOf, restOf } from './bcrypt-cost.ts';
import type { HashLoad, HashQueue } from './hash-queue.ts';

export interface PasswordHasher {
  /** bcrypt at the service's cost. */
  hash(password: string): Promise<string>;
  /**
   * Takes as long for every hash, and with `null` (no such account, no password yet) or a password taken away, which are never right: as long as one
   * of the highest cost in use.
   */
  verify(password: string, hash: string | null): Promise<boolean>;
  /**
   * Runs an act that hashes something when it is the claimant's turn. A later refusal would already have cost two durable
   * writes: enough, in a storm, to stall everybody else.
   * @throws AppError `passwords.busy` (503)
   */
  admit: HashQueue['admit'];
  /** The same without an act: whether one from this address would be let wait now. @throws AppError `passwords.busy` (503) */
  requireRoom: HashQueue['requireRoom'];
  /** Refuses whoever waits for their turn. */
  close(): void;
  load(): HashLoad;
  /** True for a hash of lower cost than today's. */
  isOutdated(hash: string): boolean;
  /** The highest cost of the hashes that are stored: above today's where that was lowered since. */
  noteStoredCost(highest: number): void;
}

/** What does the work; a test counts it. */
export interface Bcrypt {
  readonly hash: (password: string, cost: number) => Promise<string>;
  readonly verify: (password: string, hash: string) => Promise<boolean>;
}

const BCRYPT_MOST_BYTES = 72; // bcrypt looks at no more

/** What other makers call `2y` is `2b` to the letter; this library knows that name alone. */
const sameVersion = (hash: string): string => hash.replace(/^\$2y\$/, '$2b$');

const ownBcrypt: Bcrypt = {
  hash: (password, cost) => bcryptHash(password, cost),
  verify: (password, hash) => bcryptCompare(password, sameVersion(hash)),
};

/** `cost` is bcrypt's: one more doubles the work. */
export function passwordHasher(
  keys: Keyring,
  queue: HashQueue,
  cost: number,
  bcrypt: Bcrypt = ownBcrypt,
): PasswordHasher {
  const input = (password: string) => bcryptInput(password, keys);
  let highest = cost;
  return {
    hash: (password) => queue.run(() => bcrypt.hash(input(password), cost)),
    verify: (password, hash) =>
      queue.run(async () => {
        const text = input(password);
        const checked = isUsable(hash) ? hash : dummyHash(highest);
        const matches = await bcrypt.verify(text, checked);
        highest = Math.max(highest, costOf(checked)); // another node may know of it first
        for (const missing of restOf(costOf(checked), highest)) await bcrypt.hash(text, missing);
        return matches && isUsable(hash);
      }),
    admit: queue.admit,
    requireRoom: queue.requireRoom,
    close: queue.close,
    load: queue.load,
    isOutdated: (hash) => costOf(hash) < cost,
    noteStoredCost: (stored) => {
      highest = Math.max(cost, stored);
    },
  };
}

/** No password is known to give it. Written, not computed: the first stranger would wait for it twice as long as others. */
const dummyHash = (cost: number): string => `$2b$${String(cost).padStart(2, '0')}$${'.'.repeat(53)}`;

/** Up to 72 bytes as they are, so that existing hashes keep working; a longer password as its keyed digest, never cut. */
function bcryptInput(password: string, keys: Keyring): string {
  const text = password.normalize('NFC');
  return Buffer.byteLength(text) <= BCRYPT_MOST_BYTES ? text : keys.hmac('long password', text).toString('base64');
}
