import type { Database, Db, Tx } from '../database/database.ts';
import type { Clock } from '../kernel/clock.ts';
import { type Milliseconds, seconds } from '../kernel/durations.ts';
import { generateKey, type KeyMaterial, type KeyPurpose, newKeyName, type StoredDataKey } from './data-key.ts';
import { listDataKeys } from './data-key-store.ts';
import { secretsInForce } from './key-wrapping.ts';
import { makeKey } from './keyring.ts';
import type { ServiceSecrets } from './service-secret.ts';

/** How often nodes reload keys; the store refuses what a revoked key signed at once. */
export const KEY_RELOAD_EVERY: Milliseconds = seconds(2);
/** Lead time before a new key is used, so that a node briefly cut off from the store knows it too. */
export const KEY_LEAD_TIME: Milliseconds = seconds(60);

/** There is no key for ID tokens before the first application. */
const ROTATED = ['signing', 'encryption', 'id-tokens'] as const;

/**
 * Adds a new key of each of these purposes; all take over after `KEY_LEAD_TIME`, the old ones still verify and decrypt.
 * The HMAC key stays, since its values are looked up. `alongside` runs in the same transaction; audit lies above this
 * layer, so the caller writes the record.
 */
export async function rotateKeys(
  database: Database,
  readSecrets: () => ServiceSecrets,
  clock: Clock,
  alongside: (tx: Tx, made: readonly StoredDataKey[]) => Promise<void> = async () => {},
): Promise<readonly StoredDataKey[]> {
  const materials = new Map<KeyPurpose, KeyMaterial>();
  for (const purpose of await rotatedIn(database.read)) materials.set(purpose, await generateKey(purpose));
  return database.transaction(async (tx) => {
    const secrets = await secretsInForce(tx, readSecrets);
    const made: StoredDataKey[] = [];
    const createdAt = clock.now();
    const times = { createdAt, activeFrom: createdAt + KEY_LEAD_TIME };
    for (const [purpose, material] of materials)
      made.push(await addNextKey(tx, secrets, { purpose, ...times }, material));
    await alongside(tx, made);
    return made;
  });
}

async function rotatedIn(db: Db): Promise<KeyPurpose[]> {
  const present = new Set((await listDataKeys(db)).map(({ purpose }) => purpose));
  return ROTATED.filter((purpose) => present.has(purpose));
}

/** Adds a key under a name that no other key has or ever had. */
export async function addNextKey(
  tx: Tx,
  secrets: ServiceSecrets,
  wanted: { purpose: KeyPurpose; createdAt: Milliseconds; activeFrom: Milliseconds },
  material: KeyMaterial,
): Promise<StoredDataKey> {
  const made = await makeKey(tx, secrets, { ...wanted, kid: newKeyName(wanted.purpose) }, material);
  return made ?? addNextKey(tx, secrets, wanted, material);
}
