import type { Db, Tx } from '../database/database.ts';
import type { TableOf } from '../database/define-table.ts';
import type { Instant } from '../kernel/clock.ts';
import type { dataKeysTable, StoredDataKey } from './data-key.ts';

declare module '../database/schema.ts' {
  interface Schema {
    data_keys: TableOf<typeof dataKeysTable>;
  }
}

export const listDataKeys = (db: Db): Promise<StoredDataKey[]> =>
  db.selectFrom('data_keys').selectAll().orderBy('active_from').orderBy('kid').execute();

/** Does nothing when the name is taken, so that nodes that start together use the first one's key. */
export async function addDataKey(tx: Tx, key: StoredDataKey): Promise<boolean> {
  const added = tx
    .insertInto('data_keys')
    .values(key)
    .onConflict((conflict) => conflict.column('kid').doNothing());
  return (await added.returning('kid').executeTakeFirst()) !== undefined;
}

/**
 * Locks the key that exists from the first start, until the transaction ends, and returns it: this serialises making
 * and wrapping keys. A no-op update takes the row's lock on both engines.
 */
export const lockDataKeys = (tx: Tx): Promise<StoredDataKey | undefined> =>
  tx
    .updateTable('data_keys')
    .set(({ ref }) => ({ purpose: ref('purpose') }))
    .where('kid', '=', 'hmac-1')
    .returningAll()
    .executeTakeFirst();

/** Replaces the wrapping of one key, unless it changed meanwhile. */
export async function rewrapDataKey(tx: Tx, kid: string, from: string, to: string): Promise<boolean> {
  const changed = tx.updateTable('data_keys').set({ wrapped: to }).where('kid', '=', kid).where('wrapped', '=', from);
  return (await changed.returning('kid').executeTakeFirst()) !== undefined;
}

/** Any key that follows signs in their place. They go on verifying. */
export async function retireSigningKeys(tx: Tx, from: Instant): Promise<void> {
  await tx.updateTable('data_keys').set({ active_from: from }).where('purpose', '=', 'signing').execute();
}

/** A revoked key's material: no secret unwraps it. */
const DESTROYED = '';

/** True for the one caller who revoked it. */
export async function markRevoked(tx: Tx, kid: string, at: Instant): Promise<boolean> {
  const revoked = tx
    .updateTable('data_keys')
    .set({ revoked_at: at, wrapped: DESTROYED })
    .where('kid', '=', kid)
    .where('public_key', 'is not', null)
    .where('revoked_at', 'is', null);
  return (await revoked.returning('kid').executeTakeFirst()) !== undefined;
}

/**
 * Locks an unrevoked key until the transaction ends; false when it was revoked. A no-op update takes the row's lock on
 * both engines.
 */
export async function holdKey(tx: Tx, kid: string): Promise<boolean> {
  const held = tx
    .updateTable('data_keys')
    .set(({ ref }) => ({ purpose: ref('purpose') }))
    .where('kid', '=', kid)
    .where('revoked_at', 'is', null);
  return (await held.returning('kid').executeTakeFirst()) !== undefined;
}
