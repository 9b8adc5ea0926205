import type { Database, Db } from '../../platform/database/database.ts';
import { hasSchema, type Migrated, type StoreSchema } from '../../platform/database/migrate.ts';
import { lateIndexesOf, sequenceOf } from '../../platform/database/migrations.ts';
import {
  type Opening,
  type OpeningMigrated,
  openMigrated,
  openUnmigrated,
  type StoreSettings,
} from '../../platform/database/open-database.ts';
import type { StepsApart } from '../../platform/database/schema-floor.ts';
import { platformTables } from '../../platform/room/platform-tables.ts';
import { rooms } from './rooms.ts';

/** Every table of the store, each after those that it refers to. Migrations make them; the platform knows no room. */
export const tables = [...platformTables, ...rooms.rooms.flatMap((room) => room.tables ?? [])];

/** The schema of this build. The platform makes and migrates tables, and knows no room that declares them. */
export const appSchema: StoreSchema = { steps: sequenceOf(tables), lateIndexes: lateIndexesOf(tables) };

/** Opens the configured store and migrates it. @throws as `openMigrated` does */
export const openAppStore = async (settings: StoreSettings): Promise<Database> =>
  (await openMigrated(settings, appSchema)).database;

/** The same, and reports the changes of the schema. */
export const openMigratedAppStore = (
  settings: StoreSettings,
  opening?: OpeningMigrated,
): Promise<{ database: Database } & Migrated> => openMigrated(settings, appSchema, opening);

/** Opens the store as it is and returns the pending steps, and those of a newer build. */
export const openUnmigratedAppStore = (
  settings: StoreSettings,
  opening?: Opening,
): Promise<{ database: Database } & StepsApart> => openUnmigrated(settings, appSchema, opening);

/** Whether any step was ever applied. */
export const hasAppSchema = (reader: Db): Promise<boolean> => hasSchema(reader, appSchema);
