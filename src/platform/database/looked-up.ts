import { type RawBuilder, type Selectable, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { eachEngine } from './each-engine.ts';
import type { Schema } from './schema.ts';

/**
 * Joins a table by looking up each row so far. CROSS JOIN makes SQLite start with these; otherwise it would scan the whole table in
 * order. `offset 0` keeps PostgreSQL from comparing all of them with all of its rows, as it does while it believes that there are few,
 * such as after an import.
 */
export function lookedUp<Table extends keyof Schema>(
  // biome-ignore lint/suspicious/noExplicitAny: whatever was selected before
  rows: SelectQueryBuilder<any, any, object>,
  table: Table,
  name: string,
  condition: RawBuilder<SqlBool>,
) {
  const joined = eachEngine<Selectable<Schema[Table]>>({
    sqlite: () => sql.table(table),
    postgres: () => sql`lateral (select * from ${sql.table(table)} as ${sql.ref(name)} where ${condition} offset 0)`,
  });
  const isFound = eachEngine<SqlBool>({ sqlite: () => condition, postgres: () => sql`true` });
  return rows.crossJoin(joined.as(name)).where(isFound);
}
