import { type Kysely, sql } from 'kysely';
import { creationOf } from './create-tables.ts';
import type { Engine } from './database.ts';
import type { Table, TableIndex } from './define-table.ts';

/** An untyped store: a step refers to a past schema. */
// biome-ignore lint/suspicious/noExplicitAny: a step must not depend on today's schema
export type MigrationDb = Kysely<any>;
export type MigrationStep = (db: MigrationDb, engine: Engine) => Promise<void>;

/**
 * A step as the sequence lists it. A plain function shuts out every build that does not know the step. A step that only adds
 * names the `oldest` step that a build must know to work on the new schema; what it replaces is removed by a step of a later
 * release.
 */
export type Step = MigrationStep | { readonly up: MigrationStep; readonly oldest: string };

/** Steps by name, in order. The first makes the tables. */
export type Sequence = Readonly<Record<string, Step>>;

/** Steps since 0.2.0, for both engines. They lead a store of a release to the declared tables. */
const LATER: Sequence = {};

/**
 * The first step makes the tables as they are declared today, in one go. A store that it makes therefore needs none of the
 * later ones: `migrate` only notes them.
 */
export const sequenceOf = (tables: readonly Table[]): Sequence => ({
  '0068-tables': async (db, engine) => {
    for (const statement of creationOf(tables, engine)) await sql.raw(statement).execute(db);
  },
  ...LATER,
});

/**
 * Indexes that were added to tables of a release: built after all steps, while others write. A step that built one would block
 * every write to its table meanwhile.
 */
export const lateIndexesOf = (tables: readonly Table[]): TableIndex[] =>
  tables.flatMap(({ indexes }) => indexes.filter(({ late }) => late));
