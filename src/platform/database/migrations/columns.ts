import { type ColumnDefinitionBuilder, type CreateTableBuilder, type Kysely, sql } from 'kysely';
import type { Engine } from '../database.ts';

/** An untyped store: migrations refer to past schemas. */
// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
export type MigrationDb = Kysely<any>;
export type MigrationStep = (db: MigrationDb, engine: Engine) => Promise<void>;

/**
 * A step as the sequence lists it. A plain function shuts out every build that does not know the step. A step that only adds
 * names the `oldest` step that a build must know to work on the new schema; what it replaces is removed by a step of a later
 * release.
 */
export type Step = MigrationStep | { readonly up: MigrationStep; readonly oldest: string };

// biome-ignore lint/suspicious/noExplicitAny: column names of a table that is being made
type Table = CreateTableBuilder<any, any>;

/**
 * `STRICT` holds SQLite to the declared types as PostgreSQL does (sqlite.org/stricttables.html). `without rowid` keeps
 * a table that is little more than its primary key in one tree.
 */
export const createTable = (db: MigrationDb, engine: Engine, name: string, layout?: 'without rowid'): Table => {
  const table = db.schema.createTable(name);
  if (engine === 'postgres') return table;
  return table.modifyEnd(layout === undefined ? sql`strict` : sql`strict, without rowid`);
};

/** Ids are never reused, even after the newest row is gone. */
export const idColumn = (table: Table, engine: Engine): Table =>
  engine === 'sqlite'
    ? table.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    : table.addColumn('id', 'bigint', (column) => column.primaryKey().generatedAlwaysAsIdentity());

export const integerType = (engine: Engine) => (engine === 'sqlite' ? sql`integer` : sql`bigint`);

/**
 * Text compared by code points on both engines, whatever the database's collation. Instants and keyset pagination rely
 * on it.
 */
export const textType = (engine: Engine) => (engine === 'sqlite' ? sql`text` : sql`text collate "C"`);

export const required = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.notNull();
