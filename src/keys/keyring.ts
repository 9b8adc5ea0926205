import { createHmac, hkdfSync, type KeyObject } from 'node:crypto';
import type { Database, Tx } from '../database/database.ts';
import { type Clock, epochOf, instantAt } from '../kernel/clock.ts';
import { days, type Milliseconds, seconds } from '../kernel/durations.ts';
import {
  generateKey,
  type KeyPurpose,
  publicKeyFrom,
  type RevokedKey,
  type SigningKey,
  type StoredDataKey,
  type SymmetricKey,
  signingKeyFrom,
} from './data-key.ts';
import { addDataKey, listDataKeys } from './data-key-store.ts';
import { unwrapKey, wrapKey } from './key-wrapping.ts';
import type { ServiceSecrets } from './service-secret.ts';

const PURPOSES: readonly KeyPurpose[] = ['signing', 'encryption', 'hmac'];
/** A node that meets an unknown key looks again at most this often, however many forged tokens arrive. */
const RELOAD_COOL_DOWN = seconds(1);
/** The longest a refresh token may live (SVC_REFRESH_TTL_DAYS): so long a replaced key still verifies. */
const LONGEST_NEEDED = days(365);

/** The opened data keys of this node. */
export interface Keyring {
  /** The key that signs now. */
  signing(): SigningKey;
  /** The signing key of that name, active or replaced but still needed. */
  findSigning(kid: string): SigningKey | undefined;
  /** As `findSigning`, and asks the store when the name is unknown: another node may have rotated. */
  resolveSigning(kid: string): Promise<SigningKey | undefined>;
  /** Any signing key this service ever had and did not revoke: what it signed once stays provable. */
  findEverSigning(kid: string): SigningKey | undefined;
  findRevoked(kid: string): RevokedKey | undefined;
  published(): readonly { kid: string; publicKey: KeyObject }[];
  encryption(): SymmetricKey;
  findEncryption(kid: string): SymmetricKey | undefined;
  /** HMAC-SHA-256 under a key of its own for each `label`, so that a value of one use is worthless in another. */
  hmac(label: string, data: string): Buffer;
  /** Reads the store again, and opens the keys anew where they changed. Keys that this node's secret cannot open are left out. */
  reload(): Promise<void>;
}

/**
 * Opens the data keys and makes the first ones. The secrets are read again with the keys: a rotation by command may have
 * put a new one into the data folder while this node runs.
 * @throws Error when the secret opens none of the keys that are there
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
  readonly encryption: SymmetricKey[];
  readonly hmac: SymmetricKey[];
  readonly revoked: RevokedKey[];
  /** The rows that they were opened from, where all of them opened. */
  readonly from: string | undefined;
}

/** `before` is what was open until now: it is kept while the store says the same. */
async function openKeys(database: Database, readSecrets: () => ServiceSecrets, before?: OpenKeys): Promise<OpenKeys> {
  const rows = await listDataKeys(database.read);
  const from = JSON.stringify(rows);
  return before?.from === from ? before : openRows(rows, readSecrets(), from);
}

function openRows(rows: readonly StoredDataKey[], secrets: ServiceSecrets, from: string): OpenKeys {
  const open = {
    signing: [] as SigningKey[],
    encryption: [] as SymmetricKey[],
    hmac: [] as SymmetricKey[],
    revoked: [] as RevokedKey[],
  };
  for (const stored of rows) {
    const { kid, purpose, active_from: activeFrom, public_key: spki, revoked_at: revokedAt } = stored;
    if (revokedAt !== null) {
      open.revoked.push({ kid, revokedAt, publicKey: publicKeyFrom(spki ?? '') });
      continue;
    }
    const material = openMaterial(stored, secrets);
    if (material === undefined) continue;
    if (purpose === 'signing') open.signing.push(signingKeyFrom(kid, activeFrom, material));
    else open[purpose].push({ kid, purpose, material, activeFrom });
  }
  for (const purpose of PURPOSES) if (open[purpose].length === 0) throw new Error(CANNOT_OPEN);
  const opened = open.signing.length + open.encryption.length + open.hmac.length + open.revoked.length;
  return { ...open, from: opened === rows.length ? from : undefined };
}

const CANNOT_OPEN =
  'The secret does not open the data keys of this database. Set SVC_SECRET to the one it was started with, or SVC_SECRET_PREVIOUS after a change.';

/** The key's material under whichever secret wrapped it. */
export function openMaterial(stored: StoredDataKey, secrets: ServiceSecrets): Buffer | undefined {
  for (const secret of [secrets.current, ...secrets.others]) {
    const material = unwrapKey(stored.wrapped, stored.kid, secret);
    if (material !== undefined) return material;
  }
  return undefined;
}

/** A new key under the present secret; `null` when the name was taken meanwhile. */
export async function makeKey(
  tx: Tx,
  secrets: ServiceSecrets,
  wanted: { kid: string; purpose: KeyPurpose; createdAt: Milliseconds; activeFrom: Milliseconds },
): Promise<StoredDataKey | null> {
  const { kid, purpose } = wanted;
  const { material, publicKey } = generateKey(purpose);
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

async function makeFirstKeys(database: Database, secrets: ServiceSecrets, clock: Clock): Promise<void> {
  const present = new Set((await listDataKeys(database.read)).map((key) => key.purpose));
  const now = clock.now();
  for (const purpose of PURPOSES) {
    const first = { kid: `${purpose}-1`, purpose, createdAt: now, activeFrom: now };
    if (!present.has(purpose)) await database.transaction((tx) => makeKey(tx, secrets, first));
  }
}

function active<Key extends { activeFrom: string }>(keys: readonly Key[], clock: Clock): Key {
  const now = instantAt(clock.now());
  const key = keys.findLast((candidate) => candidate.activeFrom <= now) ?? keys[0];
  if (key === undefined) throw new Error(CANNOT_OPEN);
  return key;
}

/** A replaced key is needed as long as a token that it signed may live. */
function isNeeded(key: SigningKey, all: readonly SigningKey[], clock: Clock): boolean {
  const replacedBy = all.find((other) => other.activeFrom > key.activeFrom);
  return replacedBy === undefined || epochOf(replacedBy.activeFrom) + LONGEST_NEEDED > clock.now();
}
