import type { Database, Tx } from '../database/database.ts';
import type { Secret } from '../kernel/secret.ts';
import type { StoredDataKey } from './data-key.ts';
import { listDataKeys, lockDataKeys, rewrapDataKey } from './data-key-store.ts';
import { unwrapKey, wrapKey } from './key-wrapping.ts';
import { openMaterial } from './keyring.ts';
import { adoptNextSecret, findNextSecret, prepareNextSecret, type ServiceSecrets } from './service-secret.ts';

/** Runs in the transaction that rewraps the keys; it gets their number. */
type Alongside = (tx: Tx, count: number) => Promise<void>;

/**
 * Wraps every data key by `next`, all or none. Running nodes keep their unwrapped keys. @returns how many keys were
 * rewrapped
 * @throws Error when none of the secrets unwraps a key, or it changed meanwhile
 */
export async function rewrapKeys(
  database: Database,
  secrets: ServiceSecrets,
  next: Secret,
  alongside: Alongside,
): Promise<number> {
  return database.transaction(async (tx) => {
    await lockDataKeys(tx);
    return rewrapIn(tx, secrets, next, alongside);
  });
}

/** Call within the lock, so that a key just created under the old secret is listed too. */
async function rewrapIn(tx: Tx, secrets: ServiceSecrets, next: Secret, alongside: Alongside): Promise<number> {
  const closed = (await listDataKeys(tx)).filter((key) => key.revoked_at === null && !opens(next, key));
  for (const key of closed) {
    if (!(await rewrapDataKey(tx, key.kid, key.wrapped, rewrap(key, secrets, next))))
      throw new Error('The keys changed meanwhile. Run the command again.');
  }
  await alongside(tx, closed.length);
  return closed.length;
}

/**
 * Like `rewrapKeys` for a secret in the data folder: a crash at any moment leaves one of the two files able to unwrap
 * every key. The next secret is created within the lock, so that concurrent rotations do not overwrite each other's.
 */
export async function rotateSecretFile(
  database: Database,
  dataDir: string,
  readSecrets: () => ServiceSecrets,
  alongside: Alongside,
): Promise<number> {
  const { next, count } = await database.transaction(async (tx) => {
    await lockDataKeys(tx);
    const next = (await findUsedNextSecret(tx, dataDir)) ?? prepareNextSecret(dataDir);
    return { next, count: await rewrapIn(tx, readSecrets(), next, alongside) };
  });
  adoptNextSecret(dataDir, next);
  return count;
}

/** An interrupted rotation is finished, never restarted: overwriting a secret that wraps a key would lose the key. */
async function findUsedNextSecret(tx: Tx, dataDir: string): Promise<Secret | undefined> {
  const next = findNextSecret(dataDir);
  if (next === undefined) return undefined;
  return (await listDataKeys(tx)).some((key) => opens(next, key)) ? next : undefined;
}

function rewrap(key: StoredDataKey, secrets: ServiceSecrets, next: Secret): string {
  const material = openMaterial(key, secrets);
  if (material === undefined)
    throw new Error(`The data key ${key.kid} cannot be unwrapped by any of the given secrets.`);
  return wrapKey(material, key.kid, next);
}

const opens = (secret: Secret, key: StoredDataKey): boolean => unwrapKey(key.wrapped, key.kid, secret) !== undefined;
