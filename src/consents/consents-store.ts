import { type Generated, sql } from 'kysely';
import { countUpTo } from '../database/count-up-to.ts';
import type { Db, Tx } from '../database/database.ts';
import type { Consent } from './consent.ts';

declare module '../database/schema.ts' {
  interface Schema {
    consents: Omit<Consent, 'id'> & { id: Generated<number> };
  }
}

export const addConsent = (tx: Tx, consent: Omit<Consent, 'id'>): Promise<{ id: number }> =>
  tx.insertInto('consents').values(consent).returning('id').executeTakeFirstOrThrow();

/**
 * A guest's answer, unless it repeats their last one. Two of one browser at the same moment may both get a row: that costs
 * nothing, and no guard is worth it.
 */
export async function addUnlessRepeated(
  tx: Tx,
  guestHash: string,
  { policy_version, categories, recorded_at }: Pick<Consent, 'policy_version' | 'categories' | 'recorded_at'>,
): Promise<{ id: number } | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into consents (guest_hash, policy_version, categories, recorded_at)
    select ${guestHash}, ${policy_version}, ${categories}, ${recorded_at}
    where not exists (
      select 1 from consents where policy_version = ${policy_version} and categories = ${categories}
      and id = (select max(id) from consents where guest_hash = ${guestHash} and user_id is null)
    )
    returning id`.execute(tx);
  return rows[0];
}

/** The record of a guest that joins an account: of all who try with one cookie, one gets a row, for good. */
export const addJoined = (tx: Tx, consent: Omit<Consent, 'id'>): Promise<{ id: number } | undefined> =>
  tx
    .insertInto('consents')
    .values(consent)
    .onConflict((conflict) => conflict.column('guest_hash').where('user_id', 'is not', null).doNothing())
    .returning('id')
    .executeTakeFirst();

export const findLatestOfGuest = (db: Db, guestHash: string): Promise<Consent | undefined> =>
  db
    .selectFrom('consents')
    .selectAll()
    .where('guest_hash', '=', guestHash)
    .where('user_id', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Whether this guest has become somebody. */
export async function hasJoined(db: Db, guestHash: string): Promise<boolean> {
  const row = db
    .selectFrom('consents')
    .select('id')
    .where('guest_hash', '=', guestHash)
    .where('user_id', 'is not', null);
  return (await row.executeTakeFirst()) !== undefined;
}

export interface ConsentsWanted {
  readonly userId: number | undefined;
  /** Undefined: every tenant. */
  readonly tenantId: number | undefined;
}

/** Newest first. */
export function listConsents(
  db: Db,
  wanted: ConsentsWanted & { readonly before: number | undefined; readonly limit: number },
): Promise<Consent[]> {
  const found = ofUsers(db, wanted).selectAll('consents');
  const page = wanted.before === undefined ? found : found.where('consents.id', '<', wanted.before);
  return page.orderBy('consents.id', 'desc').limit(wanted.limit).execute();
}

export async function countConsents(db: Db, wanted: ConsentsWanted, most: number): Promise<number> {
  return countUpTo(db, ofUsers(db, wanted).select('consents.id'), most);
}

function ofUsers(db: Db, { userId, tenantId }: ConsentsWanted) {
  const found = db.selectFrom('consents').innerJoin('users', 'users.id', 'consents.user_id');
  const one = userId === undefined ? found : found.where('consents.user_id', '=', userId);
  return tenantId === undefined ? one : one.where('users.tenant_id', '=', tenantId);
}

/** A person's records, and those they made as the guest they were. */
export async function dropConsents(tx: Tx, userId: number): Promise<void> {
  const guests = tx.selectFrom('consents').select('guest_hash').where('user_id', '=', userId);
  await tx
    .deleteFrom('consents')
    .where('user_id', 'is', null)
    .where('guest_hash', 'in', guests.where('guest_hash', 'is not', null))
    .execute();
  await tx.deleteFrom('consents').where('user_id', '=', userId).execute();
}
