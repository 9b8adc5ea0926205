import { hash as bcryptHash, verify as bcryptVerify } from '@node-rs/bcrypt';
import type { Keyring } from '../keys/keyring.ts';
import type { HashLoad, HashQueue } from './hash-queue.ts';

export interface PasswordHasher {
  /** bcrypt at the service's cost. @throws AppError `passwords.busy` (503) */
  hash(password: string): Promise<string>;
  /** Takes as long with `null` (no such account, no password yet) as with a hash of the service's cost, and is then false. */
  verify(password: string, hash: string | null): Promise<boolean>;
  /**
   * Begins an act that will come to verify a password only while there is room for it. Found out later, a refusal has
   * cost two durable writes: enough, in a storm, to stall everybody else.
   * @throws AppError `passwords.busy` (503)
   */
  admit<Result>(act: () => Promise<Result>): Promise<Result>;
  /** The same without an act: whether one would be begun now. @throws AppError `passwords.busy` (503) */
  requireRoom(): void;
  load(): HashLoad;
  /** True for a hash of lower cost than today's. */
  isOutdated(hash: string): boolean;
}

const BCRYPT_MOST_BYTES = 72; // bcrypt looks at no more
const COST = /^\$2[aby]\$(\d\d)\$/;

/** `cost` is bcrypt's: one more doubles the work. */
export function passwordHasher(keys: Keyring, queue: HashQueue, cost: number): PasswordHasher {
  const input = (password: string) => bcryptInput(password, keys);
  // No password is known to give it. Written, not computed: the first stranger would wait for it twice as long as others.
  const dummyHash = `$2b$${String(cost).padStart(2, '0')}$${'.'.repeat(53)}`;
  return {
    hash: (password) => queue.run(() => bcryptHash(input(password), { cost })),
    verify: (password, hash) =>
      queue.run(async () => {
        const matches = await bcryptVerify(input(password), hash ?? dummyHash);
        return matches && hash !== null;
      }),
    admit: queue.admit,
    requireRoom: queue.requireRoom,
    load: queue.load,
    isOutdated: (hash) => Number(COST.exec(hash)?.[1] ?? 0) < cost,
  };
}

/** Up to 72 bytes as they are, so that existing hashes keep working; a longer password as its keyed digest, never cut. */
function bcryptInput(password: string, keys: Keyring): string {
  const text = password.normalize('NFC');
  return Buffer.byteLength(text) <= BCRYPT_MOST_BYTES ? text : keys.hmac('long password', text).toString('base64');
}
