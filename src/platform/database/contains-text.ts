import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from './database.ts';
import { engineOf } from './engine-of.ts';

/** Whether a column contains a lower-case text, ignoring the column's case. No character acts as a wildcard. */
export const containsText = (db: Db, column: string, text: string): RawBuilder<SqlBool> =>
  engineOf(db) === 'sqlite'
    ? sql<SqlBool>`instr(lower(${sql.ref(column)}), ${text}) > 0`
    : sql<SqlBool>`position(${text} in lower(${sql.ref(column)})) > 0`;
