import type { Db, Tx } from '../database/database.ts';
import { jsonColumns, type WithJson } from '../database/json-column.ts';
import type { IdentityProvider } from './identity-provider.ts';

const JSON_COLUMNS = ['scopes', 'domains'] as const;
const json = jsonColumns(...JSON_COLUMNS);

declare module '../database/schema.ts' {
  interface Schema {
    identity_providers: WithJson<IdentityProvider, (typeof JSON_COLUMNS)[number]>;
  }
}

/** How many there may be; the sign-in page shows them all. */
export const MOST_PROVIDERS = 20;

export async function listProviders(db: Db): Promise<IdentityProvider[]> {
  const rows = db.selectFrom('identity_providers').selectAll().orderBy('name').orderBy('key').limit(MOST_PROVIDERS);
  return (await rows.execute()).map(json.read);
}

export async function countProviders(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('identity_providers')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function findProvider(db: Db, by: 'key' | 'issuer', value: string): Promise<IdentityProvider | undefined> {
  const row = await db.selectFrom('identity_providers').selectAll().where(by, '=', value).executeTakeFirst();
  return row && json.read(row);
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

/** Its links go with it. */
export async function deleteProvider(tx: Tx, key: string): Promise<IdentityProvider | undefined> {
  const deleted = tx.deleteFrom('identity_providers').where('key', '=', key).returningAll();
  const row = await deleted.executeTakeFirst();
  return row && json.read(row);
}

/** Keeps a provider as it is until the transaction ends. */
export async function holdProvider(tx: Tx, issuer: string): Promise<IdentityProvider | undefined> {
  const held = tx
    .updateTable('identity_providers')
    .set(({ ref }) => ({ updated_at: ref('updated_at') }))
    .where('issuer', '=', issuer)
    .returningAll();
  const row = await held.executeTakeFirst();
  return row && json.read(row);
}
