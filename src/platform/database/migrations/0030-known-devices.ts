import type { Engine } from '../database.ts';
import { createTable, idColumn, integerType, type MigrationDb, required, textType } from './columns.ts';

/** The browsers that an account was signed in to from, and what its owner was told of new ones. */
export async function knownDevices(db: MigrationDb, engine: Engine): Promise<void> {
  const text = textType(engine);
  const integer = integerType(engine);
  await idColumn(createTable(db, engine, 'known_devices'), engine)
    .addColumn('user_id', integer, (column) => column.notNull().references('users.id'))
    .addColumn('digest', text, required)
    .addColumn('origin', text, required)
    .addColumn('ip', text, required)
    .addColumn('user_agent', text, required)
    .addColumn('first_seen_at', text, required)
    .addColumn('last_seen_at', text, required)
    .addColumn('returned_at', text)
    .execute();
  const digests = db.schema.createIndex('known_devices__digest').on('known_devices').unique();
  await digests.columns(['user_id', 'digest']).execute();
  await db.schema.createIndex('known_devices__last_seen').on('known_devices').column('last_seen_at').execute();
  await idColumn(createTable(db, engine, 'device_notices'), engine)
    .addColumn('user_id', integer, (column) => column.notNull().references('users.id'))
    .addColumn('device_id', integer, required)
    .addColumn('sid', text, required)
    .addColumn('origin', text, required)
    .addColumn('address_hmac', text, required)
    .addColumn('seed', text, required)
    .addColumn('token_hash', text, required)
    .addColumn('ip', text, required)
    .addColumn('user_agent', text, required)
    .addColumn('created_at', text, required)
    .addColumn('expires_at', text, required)
    .addColumn('used_at', text)
    .execute();
  await db.schema.createIndex('device_notices__token').on('device_notices').unique().column('token_hash').execute();
  await db.schema.createIndex('device_notices__user').on('device_notices').columns(['user_id', 'created_at']).execute();
  await db.schema.createIndex('device_notices__created').on('device_notices').column('created_at').execute();
}
