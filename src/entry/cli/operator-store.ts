import type { Settings } from '../../platform/config/settings.ts';
import type { Database } from '../../platform/database/database.ts';
import { isStoreThere } from '../../platform/database/open-database.ts';
import { type Clock, systemClock } from '../../platform/kernel/clock.ts';
import { type Keyring, openKeyring } from '../../platform/keys/keyring.ts';
import { readServiceSecrets, type ServiceSecrets } from '../../platform/keys/service-secret.ts';
import { openAppStore } from '../app/app-schema.ts';
import { readSettings } from '../app/read-settings.ts';
import { requireStoreOf } from '../start/own-folder.ts';

export interface OperatorStore {
  readonly settings: Settings;
  readonly database: Database;
  readonly clock: Clock;
}

/** Opens the configured store for one command and closes it in any case. */
export async function withStore<Result>(work: (store: OperatorStore) => Promise<Result>): Promise<Result> {
  const settings = readSettings();
  requireStore(settings);
  const database = await openAppStore(settings);
  try {
    return await work({ settings, database, clock: systemClock });
  } finally {
    await database.close();
  }
}

/** Refuses a missing store: with wrong settings a command would create an empty one and report success. @throws Error */
export function requireStore(settings: Settings): void {
  if (!isStoreThere(settings))
    throw new Error(
      `There is no database in ${settings.server.dataDir}. Set SVC_DATA_DIR, or make one with "migrate".`,
    );
}

/**
 * Unwraps the data keys. Call it before wrapping anything: a key under the wrong secret could never be opened.
 * @throws Error when the configured secret does not unwrap them
 */
export async function openKeys({ settings, database, clock }: OperatorStore): Promise<{
  keys: Keyring;
  secrets: ServiceSecrets;
}> {
  await requireStoreOf(settings, database); // reading a secret that is gone would make another
  const secrets = readServiceSecrets(settings);
  return { secrets, keys: await openKeyring(database, () => secrets, clock) };
}
