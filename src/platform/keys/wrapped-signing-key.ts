import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import type { Db } from '../database/database.ts';
import type { StoredDataKey } from './data-key.ts';
import { listDataKeys } from './data-key-store.ts';
import { openMaterial } from './keyring.ts';
import type { ServiceSecrets } from './service-secret.ts';

export type WrappedKey = Pick<StoredDataKey, 'kid' | 'wrapped'>;

/** A signing key as the secret wraps it, to be put beside what it signed. @throws Error when there is none of that name */
export async function findWrappedKey(db: Db, kid: string): Promise<WrappedKey> {
  const found = (await listDataKeys(db)).find((key) => key.kid === kid);
  if (found === undefined) throw new Error(`The key ${kid} is gone.`);
  return { kid, wrapped: found.wrapped };
}

/** The public half of a signing key that only a holder of the secret could have wrapped; `undefined` of any other. */
export function publicKeyUnder(secrets: ServiceSecrets, key: WrappedKey): KeyObject | undefined {
  const material = openMaterial(key, secrets);
  if (material === undefined) return undefined;
  try {
    return createPublicKey(createPrivateKey({ key: material, format: 'der', type: 'pkcs8' }));
  } catch {
    return undefined; // a key of another purpose
  }
}
