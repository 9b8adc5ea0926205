import { existsSync } from 'node:fs';
import { readSettings, type Settings } from '../config/settings.ts';
import type { Database } from '../database/database.ts';
import { openDatabase } from '../database/open-database.ts';
import { sqliteFile } from '../database/open-sqlite.ts';
import { type Clock, systemClock } from '../kernel/clock.ts';
import { type Keyring, openKeyring } from '../keys/keyring.ts';
import { readServiceSecrets, type ServiceSecrets } from '../keys/service-secret.ts';

/** What a command works on. */
export interface OperatorStore {
  readonly settings: Settings;
  readonly database: Database;
  readonly clock: Clock;
}

/** Opens the store that the settings name for one command, and lets go of it however the command ends. */
export async function withStore<Result>(work: (store: OperatorStore) => Promise<Result>): Promise<Result> {
  const settings = readSettings();
  refuseEmptyFolder(settings);
  const database = await openDatabase(settings);
  try {
    return await work({ settings, database, clock: systemClock });
  } finally {
    await database.close();
  }
}

/** A command run with the wrong settings would make a second, empty store and report success on it. */
function refuseEmptyFolder({ server, storage }: Settings): void {
  if (storage.databaseUrl === undefined && !existsSync(sqliteFile(server.dataDir)))
    throw new Error(`There is no database in ${server.dataDir}. Set SVC_DATA_DIR, or make one with "migrate".`);
}

/**
 * The data keys, opened. To be asked for before anything is wrapped: with the wrong secret a new key would open nowhere.
 * @throws Error when the secret of the settings does not open them
 */
export async function openKeys({ settings, database, clock }: OperatorStore): Promise<{
  keys: Keyring;
  secrets: ServiceSecrets;
}> {
  const secrets = readServiceSecrets(settings);
  return { secrets, keys: await openKeyring(database, () => secrets, clock) };
}
