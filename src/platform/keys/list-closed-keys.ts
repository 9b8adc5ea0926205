import type { Db } from '../database/database.ts';
import { listDataKeys } from './data-key-store.ts';
import { openMaterial } from './keyring.ts';
import type { ServiceSecrets } from './service-secret.ts';

/** Names of data keys in use that none of the secrets unwraps. */
export const listClosedKeys = async (db: Db, secrets: ServiceSecrets): Promise<string[]> =>
  (await listDataKeys(db))
    .filter((stored) => stored.revoked_at === null && openMaterial(stored, secrets) === undefined)
    .map(({ kid }) => kid);
