import type { Database, Db, Tx } from '../database/database.ts';
import { type Clock, type Instant, instantAt } from '../kernel/clock.ts';
import { generateKey, type KeyPurpose, type SigningKey, type StoredDataKey, signingKeyFrom } from './data-key.ts';
import { holdKey, listDataKeys, markRevoked } from './data-key-store.ts';
import { secretsInForce } from './key-wrapping.ts';
import { openMaterial } from './keyring.ts';
import { addNextKey } from './rotate-keys.ts';
import type { ServiceSecrets } from './service-secret.ts';

export interface Revocation {
  readonly kid: string;
  readonly purpose: KeyPurpose;
  readonly at: Instant;
  /** The key that signs from now on. */
  readonly signing: SigningKey;
  /** Whether it was created by this revocation, because the revoked key was in use. */
  readonly isNew: boolean;
}

/** The purposes whose keys have a public half that others trust. */
const REVOCABLE = ['signing', 'id-tokens'] as const satisfies readonly KeyPurpose[];

/**
 * Revokes a signing key or a key of ID tokens: from the commit on nothing it signed is valid, and its private half is destroyed.
 * If it was in use, its successor is created in the same transaction. `alongside` runs there too; `undefined` when the key was
 * already revoked.
 * @throws Error when there is no such key
 */
export async function revokeKey(
  database: Database,
  readSecrets: () => ServiceSecrets,
  clock: Clock,
  kid: string,
  alongside: (tx: Tx, revocation: Revocation) => Promise<void>,
): Promise<Revocation | undefined> {
  const { purpose } = await findRevocable(database.read, kid);
  const material = await generateKey(purpose);
  return database.transaction(async (tx) => {
    const secrets = await secretsInForce(tx, readSecrets);
    const now = clock.now();
    const at = instantAt(now);
    const current = (await listDataKeys(tx)).findLast((key) => key.purpose === purpose && isInUse(key, at));
    if (!(await markRevoked(tx, kid, at))) return undefined;
    const isNew = current === undefined || current.kid === kid;
    const times = { createdAt: now, activeFrom: now };
    const stored = isNew ? await addNextKey(tx, secrets, { purpose, ...times }, material) : current;
    const revocation = { kid, purpose, at, signing: opened(stored, secrets), isNew };
    await alongside(tx, revocation);
    return revocation;
  });
}

/** @throws Error when there is no such key that could be revoked */
export async function findRevocable(db: Db, kid: string): Promise<StoredDataKey> {
  const revocable = (await listDataKeys(db)).filter(({ purpose }) => REVOCABLE.some((kind) => kind === purpose));
  const found = revocable.find((key) => key.kid === kid);
  if (found !== undefined) return found;
  const known = revocable.map((key) => (key.revoked_at === null ? key.kid : `${key.kid} (revoked)`)).join(', ');
  throw new Error(`There is no signing key "${kid}". There are: ${known}.`);
}

/**
 * Call this before storing a signature: the key then cannot be revoked before the commit.
 * @throws Error when it is already revoked
 */
export async function requireUnrevoked(tx: Tx, kid: string): Promise<void> {
  if (!(await holdKey(tx, kid))) throw new Error(`The key ${kid} was revoked. The next turn has another one.`);
}

const isInUse = ({ revoked_at, active_from }: StoredDataKey, at: Instant): boolean =>
  revoked_at === null && active_from <= at;

function opened(stored: StoredDataKey, secrets: ServiceSecrets): SigningKey {
  const material = openMaterial(stored, secrets);
  if (material === undefined) throw new Error(`The secret does not open ${stored.kid}, which would sign from now on.`);
  return signingKeyFrom(stored.kid, stored.active_from, material);
}

/** Names of data keys in use that none of the secrets unwraps. */
export const listClosedKeys = async (db: Db, secrets: ServiceSecrets): Promise<string[]> =>
  (await listDataKeys(db))
    .filter((stored) => stored.revoked_at === null && openMaterial(stored, secrets) === undefined)
    .map(({ kid }) => kid);
