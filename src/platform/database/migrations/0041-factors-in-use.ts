import { sql } from 'kysely';
import type { Engine } from '../database.ts';
import { createTable, integerType, type MigrationDb, required, textType } from './columns.ts';

/**
 * Which passkeys have verified their user, and the host on which they make up somebody's second factor; the days of grace that
 * a superadmin grants a tenant at most; and how many identity providers there are, in a row that whoever adds one changes.
 */
export async function factorsInUse(db: MigrationDb, engine: Engine): Promise<void> {
  const text = textType(engine);
  const integer = integerType(engine);
  await db.schema.alterTable('passkeys').addColumn('verified_at', text).execute();
  await db.schema.alterTable('users').addColumn('passkey_host', text).execute();
  await db.schema.alterTable('factor_rules').addColumn('most_days', integer).execute();
  await createTable(db, engine, 'identity_provider_counts', 'without rowid')
    .addColumn('name', text, (column) => column.primaryKey().notNull())
    .addColumn('count', integer, required)
    .execute();
  await sql`insert into identity_provider_counts (name, count) select 'all', count(*) from identity_providers`.execute(
    db,
  );
}
