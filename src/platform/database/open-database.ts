import { existsSync } from 'node:fs';
import type { Settings } from '../config/settings.ts';
import type { TellProgress } from '../kernel/progress.ts';
import { lockDataFolder } from './data-folder-lock.ts';
import type { Connected, Database, StoreLog } from './database.ts';
import { isMigrated, type Migrated, migrate, type StoreSchema } from './migrate.ts';
import { openSqlite, sqliteFile } from './open-sqlite.ts';
import { compareSteps, type StepsApart } from './schema-floor.ts';
import { isStoreAway } from './store-errors.ts';
import { requireFinished } from './unfinished-restore.ts';

export type StoreSettings = Pick<Settings, 'server' | 'storage'>;

/** A restore opens what is not fit for serving yet; nothing else does. */
export interface Opening {
  readonly isRestoring?: boolean | undefined;
}

export interface OpeningMigrated extends Opening {
  readonly log?: StoreLog;
  readonly tell?: TellProgress | undefined;
  /** Called before anything is changed; may refuse. */
  readonly examine?: (database: Database) => Promise<void>;
}

/**
 * Opens the configured store, migrates it, and reports the changes of the schema.
 * @throws the engine's own error when it is unreachable; an Error when the store is newer than this program, or of no release
 */
export async function openMigrated(
  settings: StoreSettings,
  schema: StoreSchema,
  { log = silent, tell, isRestoring, examine = async () => {} }: OpeningMigrated = {},
): Promise<{ database: Database } & Migrated> {
  const { database, withMigrator } = await connect(settings, log);
  return closedOnFailure(database, async () => {
    if (!isRestoring) await requireFinished(database);
    await examine(database);
    if (await isMigrated(database.read, database.engine, schema)) return { database, applied: [], ahead: [] };
    const done = await withMigrator((migrator) => migrate(migrator, database.engine, schema, tell));
    return { database, ...done };
  });
}

/** Opens the store as it is and returns the pending steps, and those of a newer build. */
export async function openUnmigrated(
  settings: StoreSettings,
  { steps }: StoreSchema,
  { isRestoring }: Opening = {},
): Promise<{ database: Database } & StepsApart> {
  const { database } = await connect(settings);
  return closedOnFailure(database, async () => {
    if (!isRestoring) await requireFinished(database);
    return { database, ...(await compareSteps(database.read, steps)) };
  });
}

/** Whether opening failed because the store's server is unavailable or not ready. Never true for an embedded store. */
export const isStoreAwayAt = ({ storage }: StoreSettings, error: unknown): boolean =>
  storage.databaseUrl !== undefined && isStoreAway(error);

/** Whether there is a store to open. A store on a server counts as there: otherwise opening it fails. */
export const isStoreThere = ({ server, storage }: StoreSettings): boolean =>
  storage.databaseUrl !== undefined || existsSync(sqliteFile(server.dataDir));

/**
 * Locks the store for one serving process, if it allows only one. Returns a function that releases it.
 * @throws Error when another process serves from it
 */
export const lockStore = ({ server, storage }: StoreSettings): (() => void) =>
  storage.databaseUrl ? () => {} : lockDataFolder(server.dataDir);

export async function connect({ server, storage }: StoreSettings, log: StoreLog = silent): Promise<Connected> {
  const { databaseUrl } = storage;
  return databaseUrl
    ? (await import('./open-postgres.ts')).openPostgres({ ...storage, databaseUrl }, log)
    : openSqlite(server.dataDir, log);
}

const silent: StoreLog = { info: () => {}, warn: () => {} };

async function closedOnFailure<Result>(database: Database, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    await database.close();
    throw error;
  }
}
