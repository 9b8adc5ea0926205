import type { Engine } from '../database.ts';
import { createTable, idColumn, integerType, type MigrationDb, required, textType } from './columns.ts';

/** Passkeys, and for each of their owners the user handle that authenticators keep with them. */
export async function passkeys(db: MigrationDb, engine: Engine): Promise<void> {
  const text = textType(engine);
  const integer = integerType(engine);
  await createTable(db, engine, 'passkey_owners')
    .addColumn('user_id', integer, (column) => column.primaryKey().references('users.id'))
    .addColumn('handle', text, (column) => column.notNull().unique())
    .addColumn('passkeys', integer, required)
    .addColumn('created_at', text, required)
    .execute();
  await idColumn(createTable(db, engine, 'passkeys'), engine)
    .addColumn('user_id', integer, (column) => column.notNull().references('users.id'))
    .addColumn('credential_id', text, (column) => column.notNull().unique())
    .addColumn('public_key', text, required)
    .addColumn('counter', integer, required)
    .addColumn('device_type', text, required)
    .addColumn('transports', text, required)
    .addColumn('aaguid', text, required)
    .addColumn('rp_id', text, required)
    .addColumn('name', text, required)
    .addColumn('created_at', text, required)
    .addColumn('backed_up_at', text)
    .addColumn('last_used_at', text)
    .addColumn('refused_at', text)
    .execute();
  await db.schema.createIndex('passkeys__user_id').on('passkeys').columns(['user_id', 'id']).execute();
}
