import { sql } from 'kysely';
import type { Engine } from '../database.ts';
import { createTable, idColumn, integerType, type MigrationDb, required, textType } from './columns.ts';

/** Consents, and requests for erasure as cases. */
export async function privacy(db: MigrationDb, engine: Engine): Promise<void> {
  await createConsents(db, engine);
  await createErasureRequests(db, engine);
}

async function createConsents(db: MigrationDb, engine: Engine): Promise<void> {
  const text = textType(engine);
  await idColumn(createTable(db, engine, 'consents'), engine)
    .addColumn('user_id', integerType(engine), (column) => column.references('users.id'))
    .addColumn('guest_hash', text)
    .addColumn('policy_version', text, required)
    .addColumn('categories', text, required)
    .addColumn('recorded_at', text, required)
    .addColumn('joined_at', text)
    .execute();
  // A guest becomes one account, once: that row carries the guest's hash and a user.
  const joined = db.schema.createIndex('consents__guest_hash_unique').on('consents').column('guest_hash').unique();
  await joined.where(sql.ref('user_id'), 'is not', null).execute();
  const guests = db.schema.createIndex('consents__guest').on('consents').columns(['guest_hash', 'id']);
  await guests.where(sql.ref('user_id'), 'is', null).execute();
  await db.schema.createIndex('consents__user_id').on('consents').columns(['user_id', 'id']).execute();
}

async function createErasureRequests(db: MigrationDb, engine: Engine): Promise<void> {
  const text = textType(engine);
  const integer = integerType(engine);
  await idColumn(createTable(db, engine, 'erasure_requests'), engine)
    .addColumn('user_id', integer, (column) => column.notNull().references('users.id'))
    .addColumn('origin', text, required)
    .addColumn('status', text, required)
    .addColumn('requested_at', text, required)
    .addColumn('due_at', text, required)
    .addColumn('extended_at', text)
    .addColumn('extension_reason', text)
    .addColumn('decided_at', text)
    .addColumn('decided_by', integer)
    .addColumn('decision_reason', text)
    .addColumn('cancelled_at', text)
    .addColumn('legal_hold_at', text)
    .addColumn('legal_hold_reason', text)
    .addColumn('step', text, required)
    .addColumn('last_mail_id', integer)
    .addColumn('last_mail_until', text)
    .addColumn('summary', text)
    .addColumn('mail_ids', text, required)
    .addColumn('blanked_ids', text, required)
    .addColumn('erased_at', text)
    .addColumn('failed_at', text)
    .addColumn('failure', text)
    .addColumn('completed_at', text)
    .addColumn('certificate', text)
    .addColumn('swept_at', text)
    .addColumn('updated_at', text, required)
    .execute();
  const open = db.schema.createIndex('erasure_requests__user_id_unique').on('erasure_requests').column('user_id');
  await open
    .unique()
    .where(sql.ref('status'), 'in', [sql.lit('pending'), sql.lit('approved'), sql.lit('failed')])
    .execute();
  // Queried every second: completed and swept requests are not in it.
  const unfinished = db.schema
    .createIndex('erasure_requests__unfinished')
    .on('erasure_requests')
    .columns(['status', 'id']);
  await unfinished.where(sql.ref('swept_at'), 'is', null).execute();
  await db.schema.createIndex('erasure_requests__status').on('erasure_requests').columns(['status', 'id']).execute();
  await db.schema.createIndex('erasure_requests__of_user').on('erasure_requests').columns(['user_id', 'id']).execute();
}
