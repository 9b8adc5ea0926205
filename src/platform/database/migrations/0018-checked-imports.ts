import { sql } from 'kysely';
import type { Engine } from '../database.ts';
import { integerType, type MigrationDb, required, textType } from './columns.ts';

/** A check of a file can be corrected, run and read back later: what its columns mean, what is wrong, how long the file stays. */
export async function checkedImports(db: MigrationDb, engine: Engine): Promise<void> {
  const lists = { columns: '[]', mapping: '{}', roles: '{}', problems: '[]', unknown_roles: '[]', file_name: '' };
  for (const [name, none] of Object.entries(lists)) {
    const column = db.schema.alterTable('imports');
    await column.addColumn(name, textType(engine), (text) => required(text).defaultTo(none)).execute();
  }
  for (const name of ['kept_until', 'next_is'])
    await db.schema.alterTable('imports').addColumn(name, textType(engine)).execute();
  for (const name of ['source_id', 'next_id'])
    await db.schema.alterTable('imports').addColumn(name, integerType(engine)).execute();
  const kept = db.schema.createIndex('imports__kept').on('imports').column('kept_until');
  await kept.where(sql.ref('kept_until'), 'is not', null).execute();
}
