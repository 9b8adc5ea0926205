import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { eachEngine } from './each-engine.ts';

/** Whether a column contains a lower-case text, ignoring the column's case. No character acts as a wildcard. */
export const containsText = (column: string, text: string): RawBuilder<SqlBool> =>
  eachEngine({
    sqlite: () => sql`instr(lower(${sql.ref(column)}), ${text}) > 0`,
    postgres: () => sql`position(${text} in lower(${sql.ref(column)})) > 0`,
  });
