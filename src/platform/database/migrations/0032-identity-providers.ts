import type { Engine } from '../database.ts';
import { createTable, integerType, type MigrationDb, required, textType } from './columns.ts';

/**
 * OpenID Connect issuers whose word opens a sign-in, and the accounts there that people have linked. A link goes with its
 * provider.
 */
export async function identityProviders(db: MigrationDb, engine: Engine): Promise<void> {
  const text = textType(engine);
  await createTable(db, engine, 'identity_providers')
    .addColumn('key', text, (column) => column.primaryKey().notNull())
    .addColumn('name', text, required)
    .addColumn('issuer', text, (column) => column.notNull().unique())
    .addColumn('client_id', text, required)
    .addColumn('client_secret', text, required)
    .addColumn('scopes', text, required)
    .addColumn('linking', text, required)
    .addColumn('domains', text, required)
    .addColumn('created_at', text, required)
    .addColumn('updated_at', text, required)
    .execute();
  await createTable(db, engine, 'identity_links')
    .addColumn('issuer', text, (column) => column.notNull().references('identity_providers.issuer').onDelete('cascade'))
    .addColumn('subject', text, required)
    .addColumn('user_id', integerType(engine), (column) => column.notNull().references('users.id'))
    .addColumn('email', text)
    .addColumn('linked_at', text, required)
    .addPrimaryKeyConstraint('identity_links__key', ['issuer', 'subject'])
    .addUniqueConstraint('identity_links__one_of_user', ['user_id', 'issuer'])
    .execute();
}
