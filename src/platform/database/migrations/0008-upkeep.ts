import { sql } from 'kysely';
import type { Engine } from '../database.ts';
import { type MigrationDb, textType } from './columns.ts';

/**
 * Background work: when an inactive user was warned, and an index for each hourly or erasure query that would otherwise
 * scan a whole table while writers wait.
 */
export async function upkeep(db: MigrationDb, engine: Engine): Promise<void> {
  await db.schema.alterTable('users').addColumn('inactive_warned_at', textType(engine)).execute();
  await indexForRetention(db);
  await indexForErasure(db);
}

async function indexForRetention(db: MigrationDb): Promise<void> {
  await db.schema
    .createIndex('sign_ins__over')
    .on('sign_ins')
    .expression(sql`coalesce(ended_at, expires_at)`)
    .execute();
  await db.schema.createIndex('action_tokens__expires_at').on('action_tokens').column('expires_at').execute();
  // Contents are emptied after a month, so this stays small.
  const contents = db.schema.createIndex('mails__with_contents').on('mails').column('created_at');
  await contents.where(sql.ref('params'), '<>', sql.lit('{}')).execute();
  const guests = db.schema.createIndex('consents__guests_by_time').on('consents').column('recorded_at');
  await guests.where(sql.ref('user_id'), 'is', null).execute();
}

async function indexForErasure(db: MigrationDb): Promise<void> {
  await db.schema.createIndex('sign_ins__of_user').on('sign_ins').column('user_id').execute();
  await db.schema.createIndex('mails__to_address').on('mails').column('to_address').execute();
  const phones = db.schema.createIndex('users__telefon').on('users').column('telefon');
  await phones.where(sql.ref('telefon'), '<>', sql.lit('')).execute();
  const askers = db.schema.createIndex('action_tokens__created_by').on('action_tokens').column('created_by');
  await askers.where(sql.ref('created_by'), 'is not', null).execute();
}
