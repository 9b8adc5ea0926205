import { sql } from 'kysely';
import type { Engine } from '../database.ts';
import { createTable, integerType, type MigrationDb, required, textType } from './columns.ts';

/**
 * Counts what one address does per minute, so that a flood is summed instead of recorded call by call. An invitation
 * refers to its inviter by id, since names are not unique.
 */
export async function auditGrowth(db: MigrationDb, engine: Engine): Promise<void> {
  const [text, integer] = [textType(engine), integerType(engine)];
  await createTable(db, engine, 'audit_bursts', 'without rowid')
    .addColumn('minute', text, required)
    .addColumn('address', text, required)
    .addColumn('action', text, required)
    .addColumn('ip', text)
    .addColumn('written', integer, required)
    .addColumn('suppressed', integer, required)
    .addPrimaryKeyConstraint('audit_bursts__pkey', ['minute', 'address', 'action'])
    .execute();
  await db.schema.alterTable('mails').addColumn('named_id', integer).execute();
  await nameInviters(db, engine);
  const named = db.schema.createIndex('mails__named_id').on('mails').column('named_id');
  await named.where(sql.ref('named_id'), 'is not', null).execute();
}

/** The link's seed leads to the token, which knows who requested it. */
async function nameInviters(db: MigrationDb, engine: Engine): Promise<void> {
  const seed = engine === 'sqlite' ? sql`json_extract(secret_ref, '$.seed')` : sql`secret_ref::json ->> 'seed'`;
  await sql`
    update mails set named_id = (select created_by from action_tokens where seed = ${seed})
    where kind = 'invitation' and params <> '{}' and secret_ref is not null`.execute(db);
}
