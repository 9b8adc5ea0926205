import type { Settings } from '../config/settings.ts';
import type { Connected, Database } from './database.ts';
import { listPendingSteps, migrate } from './migrate.ts';
import { openSqlite } from './open-sqlite.ts';

type StoreSettings = Pick<Settings, 'server' | 'storage'>;

/**
 * Opens the store that the settings name and brings its schema up to date.
 * @throws the engine's own error when it cannot be reached or is newer than this program
 */
export const openDatabase = async (settings: StoreSettings): Promise<Database> =>
  (await openMigrated(settings)).database;

/** The same, telling the steps that were applied. */
export async function openMigrated(settings: StoreSettings): Promise<{ database: Database; applied: string[] }> {
  const { database, withMigrator } = await connect(settings);
  return closedOnFailure(database, async () => ({
    database,
    applied: await withMigrator((migrator) => migrate(migrator, database.engine)),
  }));
}

/** Opens the store as it is and tells the steps that its schema lacks. */
export async function openUnmigrated(settings: StoreSettings): Promise<{ database: Database; pending: string[] }> {
  const { database, withMigrator } = await connect(settings);
  return closedOnFailure(database, async () => ({
    database,
    pending: await withMigrator((migrator) => listPendingSteps(migrator, database.engine)),
  }));
}

export async function connect({ server, storage }: StoreSettings): Promise<Connected> {
  return storage.databaseUrl
    ? (await import('./open-postgres.ts')).openPostgres(storage.databaseUrl, storage.databasePool)
    : openSqlite(server.dataDir);
}

async function closedOnFailure<Result>(database: Database, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    await database.close();
    throw error;
  }
}
