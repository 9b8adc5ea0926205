import type { Db, Tx } from '../../platform/database/database.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { MOST_PROVIDERS, readProvider } from './identity-providers-store.ts';

export const findIdentityProvider = (db: Db, key: string): Promise<IdentityProvider | undefined> =>
  findBy(db, 'key', key);

export const findProviderOfIssuer = (db: Db, issuer: string): Promise<IdentityProvider | undefined> =>
  findBy(db, 'issuer', issuer);

async function findBy(db: Db, column: 'key' | 'issuer', value: string): Promise<IdentityProvider | undefined> {
  const row = await db.selectFrom('identity_providers').selectAll().where(column, '=', value).executeTakeFirst();
  return row && readProvider(row);
}

/** By name. */
export async function listIdentityProviders(db: Db): Promise<IdentityProvider[]> {
  const rows = db.selectFrom('identity_providers').selectAll().orderBy('name').orderBy('key').limit(MOST_PROVIDERS);
  return (await rows.execute()).map(readProvider);
}

/** Locks the row of an issuer's provider until the transaction ends; whoever adds a link holds it. */
export async function holdProviderOfIssuer(tx: Tx, issuer: string): Promise<IdentityProvider | undefined> {
  const held = tx
    .updateTable('identity_providers')
    .set(({ ref }) => ({ updated_at: ref('updated_at') }))
    .where('issuer', '=', issuer)
    .returningAll();
  const row = await held.executeTakeFirst();
  return row && readProvider(row);
}
