import type { Database, Tx } from '../database/database.ts';
import type { Clock } from '../kernel/clock.ts';
import { type Milliseconds, seconds } from '../kernel/durations.ts';
import type { KeyPurpose, StoredDataKey } from './data-key.ts';
import { listDataKeys, lockDataKeys } from './data-key-store.ts';
import { unwrapKey } from './key-wrapping.ts';
import { makeKey } from './keyring.ts';
import type { ServiceSecrets } from './service-secret.ts';

/** Nodes look for changes of the keys this often; whatever a revoked key signed is refused by the store at once. */
export const KEY_RELOAD_EVERY: Milliseconds = seconds(2);
/** Before a new key is used: also a node that could not reach the store for a while knows it by then. */
export const KEY_LEAD_TIME: Milliseconds = seconds(60);

/**
 * Adds a new signing and a new encryption key; both take over after `KEY_LEAD_TIME`, the old ones go on verifying and
 * decrypting. The HMAC key stays: what it made is looked up by value. `alongside` runs in the same transaction; audit lies
 * above this floor, so the record is the caller's to write.
 */
export function rotateKeys(
  database: Database,
  readSecrets: () => ServiceSecrets,
  clock: Clock,
  alongside: (tx: Tx, made: readonly StoredDataKey[]) => Promise<void> = async () => {},
): Promise<readonly StoredDataKey[]> {
  return database.transaction(async (tx) => {
    const secrets = await secretsInForce(tx, readSecrets);
    const made: StoredDataKey[] = [];
    const createdAt = clock.now();
    const times = { createdAt, activeFrom: createdAt + KEY_LEAD_TIME };
    for (const purpose of ['signing', 'encryption'] as const)
      made.push(await addNextKey(tx, secrets, { purpose, ...times }));
    await alongside(tx, made);
    return made;
  });
}

/**
 * The secrets, with the one first that wraps the other keys at this moment: a rotation of the secret may have run since this
 * process began, and a key under the old one would open nowhere. Nobody rotates either from here to the commit.
 */
export async function secretsInForce(tx: Tx, readSecrets: () => ServiceSecrets): Promise<ServiceSecrets> {
  const anchor = await lockDataKeys(tx);
  const { current, others } = readSecrets();
  if (anchor === undefined) return { current, others };
  const inForce = [current, ...others].find((secret) => unwrapKey(anchor.wrapped, anchor.kid, secret) !== undefined);
  if (inForce === undefined) throw new Error('The secret changed meanwhile. Run the command again with the new one.');
  return { current: inForce, others: [current, ...others].filter((secret) => secret !== inForce) };
}

/** Two operators at once take two numbers: who finds a name taken counts again. */
export async function addNextKey(
  tx: Tx,
  secrets: ServiceSecrets,
  { purpose, createdAt, activeFrom }: { purpose: KeyPurpose; createdAt: Milliseconds; activeFrom: Milliseconds },
): Promise<StoredDataKey> {
  const count = (await listDataKeys(tx)).filter((key) => key.purpose === purpose).length;
  const wanted = { kid: `${purpose}-${count + 1}`, purpose, createdAt, activeFrom };
  return (await makeKey(tx, secrets, wanted)) ?? addNextKey(tx, secrets, { purpose, createdAt, activeFrom });
}
