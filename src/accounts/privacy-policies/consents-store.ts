import { sql } from 'kysely';
import { countUpTo } from '../../platform/database/count-up-to.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { TableOf } from '../../platform/database/define-table.ts';
import { jsonOf } from '../../platform/database/json-column.ts';
import { liesIn, type TenantScope } from '../../platform/database/tenant-scope.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { type Consent, consentsTable } from './consent.ts';

declare module '../../platform/database/schema.ts' {
  interface Schema {
    consents: TableOf<typeof consentsTable>;
  }
}

const json = jsonOf(consentsTable);

export const addConsent = (tx: Tx, consent: Omit<Consent, 'id'>): Promise<{ id: number }> =>
  tx.insertInto('consents').values(json.write(consent)).returning('id').executeTakeFirstOrThrow();

/**
 * Stores a guest's answer unless it repeats their last one. Concurrent requests of one browser may both insert;
 * harmless, so there is no guard.
 */
export async function addUnlessRepeated(
  tx: Tx,
  guestHash: string,
  consent: Pick<Consent, 'policy_version' | 'categories' | 'recorded_at'>,
): Promise<{ id: number } | undefined> {
  const { policy_version, categories, recorded_at } = json.write(consent);
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

/** Attaches a guest's consent to an account: exactly one caller per cookie gets a row, for good. */
export const addJoined = (tx: Tx, consent: Omit<Consent, 'id'>): Promise<{ id: number } | undefined> =>
  tx
    .insertInto('consents')
    .values(json.write(consent))
    .onConflict((conflict) => conflict.column('guest_hash').where('user_id', 'is not', null).doNothing())
    .returning('id')
    .executeTakeFirst();

export async function findLatestOfGuest(db: Db, guestHash: string): Promise<Consent | undefined> {
  const latest = db
    .selectFrom('consents')
    .selectAll()
    .where('guest_hash', '=', guestHash)
    .where('user_id', 'is', null)
    .orderBy('id', 'desc')
    .limit(1);
  const row = await latest.executeTakeFirst();
  return row && json.read(row);
}

/** Whether this guest has become a user. */
export async function hasJoined(db: Db, guestHash: string): Promise<boolean> {
  const row = db
    .selectFrom('consents')
    .select('id')
    .where('guest_hash', '=', guestHash)
    .where('user_id', 'is not', null);
  return (await row.executeTakeFirst()) !== undefined;
}

export interface ConsentsQuery extends TenantScope {
  readonly userId: UserId | undefined;
}

/** Newest first. */
export async function listConsents(
  db: Db,
  wanted: ConsentsQuery & { readonly before: number | undefined; readonly limit: number },
): Promise<Consent[]> {
  const found = ofUsers(db, wanted).selectAll('consents');
  const page = wanted.before === undefined ? found : found.where('consents.id', '<', wanted.before);
  return (await page.orderBy('consents.id', 'desc').limit(wanted.limit).execute()).map(json.read);
}

export async function countConsents(db: Db, wanted: ConsentsQuery, most: number): Promise<number> {
  return countUpTo(db, ofUsers(db, wanted).select('consents.id'), most);
}

function ofUsers(db: Db, { userId, ...scope }: ConsentsQuery) {
  const found = db.selectFrom('consents').innerJoin('users', 'users.id', 'consents.user_id');
  const one = userId === undefined ? found : found.where('consents.user_id', '=', userId);
  return one.where(liesIn(scope, 'users.tenant_id'));
}

/** A person's consents, and those they gave as a guest. */
export async function dropConsents(tx: Tx, userId: UserId): Promise<void> {
  const guests = tx.selectFrom('consents').select('guest_hash').where('user_id', '=', userId);
  await tx
    .deleteFrom('consents')
    .where('user_id', 'is', null)
    .where('guest_hash', 'in', guests.where('guest_hash', 'is not', null))
    .execute();
  await tx.deleteFrom('consents').where('user_id', '=', userId).execute();
}

/** For retention: drops guests whose cookie has expired. */
export async function dropOldGuests(tx: Tx, before: Instant, most: number): Promise<number> {
  const old = tx
    .selectFrom('consents')
    .select('id')
    .where('user_id', 'is', null)
    .where('recorded_at', '<', before)
    .limit(most);
  return (await tx.deleteFrom('consents').where('id', 'in', old).returning('id').execute()).length;
}
