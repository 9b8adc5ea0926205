import { createHmac, hkdfSync, type KeyObject } from 'node:crypto';
import type { Database, Tx } from '../database/database.ts';
import { type Clock, epochOf, instantAt, nowOf } from '../kernel/clock.ts';
import { days, type Milliseconds, seconds } from '../kernel/durations.ts';
import {
  generateKey,
  type KeyMaterial,
  type KeyPurpose,
  newKeyName,
  publicKeyFrom,
  type RevokedKey,
  type SigningKey,
  type StoredDataKey,
  type SymmetricKey,
  signingKeyFrom,
} from './data-key.ts';
import { addDataKey, listDataKeys } from './data-key-store.ts';
import { secretsInForce, unwrapKey, wrapKey } from './key-wrapping.ts';
import type { ServiceSecrets } from './service-secret.ts';

const PURPOSES = ['signing', 'encryption', 'hmac'] as const satisfies readonly KeyPurpose[];
/** Minimum pause between reloads for an unknown key id, however many forged tokens arrive. */
const RELOAD_COOL_DOWN = seconds(1);
/** Maximum lifetime of a refresh token (SVC_REFRESH_TTL_DAYS): a replaced key verifies for this long. */
const LONGEST_NEEDED = days(365);

/** This node's unwrapped data keys. */
export interface Keyring {
  /** The current signing key. */
  signing(): SigningKey;
  /** The signing key of that name, active or replaced but still needed. */
  findSigning(kid: string): SigningKey | undefined;
  /** Like `findSigning`, but reloads when the name is unknown: another node may have rotated. */
  resolveSigning(kid: string): Promise<SigningKey | undefined>;
  /** Any signing key ever used and not revoked, so that old signatures can be verified. */
  findEverSigning(kid: string): SigningKey | undefined;
  findRevoked(kid: string): RevokedKey | undefined;
  published(): readonly { kid: string; publicKey: KeyObject }[];
  /** The keys of ID tokens that are still needed, the current one first; empty before the first application. */
  idTokenKeys(): readonly SigningKey[];
  /** Creates the first key for ID tokens, unless there is one. Slow; call it outside transactions. */
  ensureIdTokenKey(): Promise<void>;
  encryption(): SymmetricKey;
  findEncryption(kid: string): SymmetricKey | undefined;
  /** HMAC-SHA-256 with a separate key for each `label`, so that values of one use are worthless in another. */
  hmac(label: string, data: string): Buffer;
  /** Reloads the keys if the store changed. Keys this node's secret cannot unwrap are left out. */
  reload(): Promise<void>;
}

/**
 * Unwraps the data keys, creating the first ones. Secrets are read again on every load: a rotation may have written a
 * new one into the data folder while this node runs.
 * @throws Error when the secret unwraps none of the existing keys
 */
export async function openKeyring(
  database: Database,
  readSecrets: () => ServiceSecrets,
  clock: Clock,
): Promise<Keyring> {
  await makeFirstKeys(database, readSecrets(), clock);
  let keys = await openKeys(database, readSecrets);
  let loadedAt = -Infinity;
  const labelled = new Map<string, Buffer>();
  const reload = async () => {
    loadedAt = clock.now();
    keys = await openKeys(database, readSecrets, keys);
  };
  const findSigning = (kid: string) =>
    keys.signing.find((key) => key.kid === kid && isNeeded(key, keys.signing, clock));
  return {
    signing: () => active(keys.signing, clock),
    findSigning,
    findEverSigning: (kid) => keys.signing.find((key) => key.kid === kid),
    findRevoked: (kid) => keys.revoked.find((key) => key.kid === kid),
    resolveSigning: async (kid) => {
      if (findSigning(kid) === undefined && clock.now() - loadedAt > RELOAD_COOL_DOWN) await reload();
      return findSigning(kid);
    },
    published: () => keys.signing.filter((key) => isNeeded(key, keys.signing, clock)),
    idTokenKeys: () => {
      const needed = keys.idTokens.filter((key) => isNeeded(key, keys.idTokens, clock));
      if (needed.length === 0) return needed;
      const current = active(needed, clock);
      return [current, ...needed.filter((key) => key !== current)];
    },
    ensureIdTokenKey: async () => {
      if (keys.idTokens.length > 0) return;
      await makeIdTokenKey(database, readSecrets, clock);
      await reload();
    },
    encryption: () => active(keys.encryption, clock),
    findEncryption: (kid) => keys.encryption.find((key) => key.kid === kid),
    hmac: (label, data) => {
      const known = labelled.get(label);
      const key = known ?? Buffer.from(hkdfSync('sha256', active(keys.hmac, clock).material, '', label, 32));
      if (known === undefined) labelled.set(label, key);
      return createHmac('sha256', key).update(data).digest();
    },
    reload,
  };
}

interface OpenKeys {
  readonly signing: SigningKey[];
  readonly idTokens: SigningKey[];
  readonly encryption: SymmetricKey[];
  readonly hmac: SymmetricKey[];
  readonly revoked: RevokedKey[];
  /** Identifies the rows they were unwrapped from; undefined if some could not be unwrapped. */
  readonly from: string | undefined;
}

/** Keeps `before` while the store is unchanged. */
async function openKeys(database: Database, readSecrets: () => ServiceSecrets, before?: OpenKeys): Promise<OpenKeys> {
  const rows = await listDataKeys(database.read);
  const from = JSON.stringify(rows);
  return before?.from === from ? before : openRows(rows, readSecrets(), from);
}

function openRows(rows: readonly StoredDataKey[], secrets: ServiceSecrets, from: string): OpenKeys {
  const open: Omit<OpenKeys, 'from'> = { signing: [], idTokens: [], encryption: [], hmac: [], revoked: [] };
  for (const stored of rows) {
    const { kid, purpose, active_from: activeFrom, public_key: spki, revoked_at: revokedAt } = stored;
    if (revokedAt !== null) {
      open.revoked.push({ kid, revokedAt, publicKey: publicKeyFrom(spki ?? '') });
      continue;
    }
    const material = openMaterial(stored, secrets);
    if (material === undefined) continue;
    if (purpose === 'signing') open.signing.push(signingKeyFrom(kid, activeFrom, material));
    else if (purpose === 'id-tokens') open.idTokens.push(signingKeyFrom(kid, activeFrom, material));
    else open[purpose].push({ kid, purpose, material, activeFrom });
  }
  for (const purpose of PURPOSES) if (open[purpose].length === 0) throw new Error(CANNOT_OPEN);
  const opened = Object.values(open).reduce((sum, { length }) => sum + length, 0);
  return { ...open, from: opened === rows.length ? from : undefined };
}

const CANNOT_OPEN =
  'The secret does not open the data keys of this database. Set SVC_SECRET to the one it was started with, or SVC_SECRET_PREVIOUS after a change.';

/** The key's material, under whichever secret wrapped it. */
export function openMaterial(
  stored: Pick<StoredDataKey, 'kid' | 'wrapped'>,
  secrets: ServiceSecrets,
): Buffer | undefined {
  for (const secret of [secrets.current, ...secrets.others]) {
    const material = unwrapKey(stored.wrapped, stored.kid, secret);
    if (material !== undefined) return material;
  }
  return undefined;
}

/** A new key under the current secret; `null` when the name was taken meanwhile. */
export async function makeKey(
  tx: Tx,
  secrets: ServiceSecrets,
  { kid, purpose, ...wanted }: { kid: string; purpose: KeyPurpose; createdAt: Milliseconds; activeFrom: Milliseconds },
  { material, publicKey }: KeyMaterial,
): Promise<StoredDataKey | null> {
  const stored = {
    kid,
    purpose,
    wrapped: wrapKey(material, kid, secrets.current),
    public_key: publicKey,
    created_at: instantAt(wanted.createdAt),
    active_from: instantAt(wanted.activeFrom),
    revoked_at: null,
  };
  return (await addDataKey(tx, stored)) ? stored : null;
}

/** The first keys have fixed names, so that nodes that start together agree. This is safe, since every backup has them. */
async function makeFirstKeys(database: Database, secrets: ServiceSecrets, clock: Clock): Promise<void> {
  const present = new Set((await listDataKeys(database.read)).map((key) => key.purpose));
  const now = clock.now();
  for (const purpose of PURPOSES) {
    const first = { kid: `${purpose}-1`, purpose, createdAt: now, activeFrom: now };
    if (present.has(purpose)) continue;
    const material = await generateKey(purpose);
    await database.transaction((tx) => makeKey(tx, secrets, first, material));
  }
}

/** Concurrent nodes wait for one another, and find the first one's key. */
async function makeIdTokenKey(database: Database, readSecrets: () => ServiceSecrets, clock: Clock): Promise<void> {
  const material = await generateKey('id-tokens');
  const now = clock.now();
  await database.transaction(async (tx) => {
    const secrets = await secretsInForce(tx, readSecrets);
    if ((await listDataKeys(tx)).some(({ purpose }) => purpose === 'id-tokens')) return;
    // A random name: a backup from before the first application does not have this key, and would create another.
    const first = { kid: newKeyName('id-tokens'), purpose: 'id-tokens', createdAt: now, activeFrom: now } as const;
    await makeKey(tx, secrets, first, material);
  });
}

function active<Key extends { activeFrom: string }>(keys: readonly Key[], clock: Clock): Key {
  const now = nowOf(clock);
  const key = keys.findLast((candidate) => candidate.activeFrom <= now) ?? keys[0];
  if (key === undefined) throw new Error(CANNOT_OPEN);
  return key;
}

/** A replaced key is needed for as long as a token it signed may live. */
function isNeeded(key: SigningKey, all: readonly SigningKey[], clock: Clock): boolean {
  const replacedBy = all.find((other) => other.activeFrom > key.activeFrom);
  return replacedBy === undefined || epochOf(replacedBy.activeFrom) + LONGEST_NEEDED > clock.now();
}
