import type { Db, Tx } from '../../platform/database/database.ts';
import { defineTable, integer, type TableOf, text } from '../../platform/database/define-table.ts';
import { jsonOf } from '../../platform/database/json-column.ts';
import { type IdentityProvider, identityProvidersTable } from './identity-provider.ts';

const json = jsonOf(identityProvidersTable);
const readProvider = json.read;

/**
 * A single row, `all`. If the providers themselves were counted, two callers who add the last one would both succeed on
 * PostgreSQL.
 */
export const identityProviderCountsTable = defineTable(
  'identity_provider_counts',
  {
    name: text(),
    count: integer(),
  },
  {
    key: 'name',
    clustered: true,
    rows: [{ name: 'all', count: 0 }],
    personal: { nobody: 'how many issuers there are' },
  },
);

declare module '../../platform/database/schema.ts' {
  interface Schema {
    identity_providers: TableOf<typeof identityProvidersTable>;
    identity_provider_counts: TableOf<typeof identityProviderCountsTable>;
  }
}

/** The maximum; the sign-in page shows them all. */
export const MOST_PROVIDERS = 20;

/** Counts one more. False at the maximum. */
export async function takeSlot(tx: Tx): Promise<boolean> {
  const taken = tx
    .updateTable('identity_provider_counts')
    .set(({ eb }) => ({ count: eb('count', '+', 1) }))
    .where('count', '<', MOST_PROVIDERS)
    .returning('name');
  return (await taken.executeTakeFirst()) !== undefined;
}

/** `undefined` when its key or issuer is taken. */
export async function addProvider(tx: Tx, provider: IdentityProvider): Promise<IdentityProvider | undefined> {
  const added = tx
    .insertInto('identity_providers')
    .values(json.write(provider))
    .onConflict((conflict) => conflict.doNothing())
    .returningAll();
  const row = await added.executeTakeFirst();
  return row && json.read(row);
}

export async function changeProvider(
  tx: Tx,
  key: string,
  change: Partial<Omit<IdentityProvider, 'key' | 'issuer' | 'created_at'>>,
): Promise<IdentityProvider | undefined> {
  const changed = tx.updateTable('identity_providers').set(json.write(change)).where('key', '=', key).returningAll();
  const row = await changed.executeTakeFirst();
  return row && json.read(row);
}

/** Its links are deleted with it. */
export async function deleteProvider(tx: Tx, key: string): Promise<IdentityProvider | undefined> {
  const deleted = tx.deleteFrom('identity_providers').where('key', '=', key).returningAll();
  const row = await deleted.executeTakeFirst();
  if (row === undefined) return undefined;
  await tx.deleteFrom('identity_links').where('issuer', '=', row.issuer).execute();
  const counted = tx.updateTable('identity_provider_counts').set(({ eb }) => ({ count: eb('count', '-', 1) }));
  await counted.where('count', '>', 0).execute();
  return json.read(row);
}

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
