import { sql } from 'kysely';
import { PERSON_FIELD_NAMES } from '../../accounts/users/person-form.ts';
import { type ListScope, rowIn } from '../../accounts/users/tenant-people-store.ts';
import { countUpTo } from '../../platform/database/count-up-to.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { TableOf } from '../../platform/database/define-table.ts';
import { valuesOf } from '../../platform/database/insert-rows.ts';
import { jsonOf } from '../../platform/database/json-column.ts';
import { TOTAL_CAP } from '../../platform/http/list-wire.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { type Merge, mergesTable } from './merge.ts';

declare module '../../platform/database/schema.ts' {
  interface Schema {
    merges: TableOf<typeof mergesTable>;
  }
}

const merges = jsonOf(mergesTable);

export async function addMerge(tx: Tx, merge: Omit<Merge, 'id'>): Promise<void> {
  await tx.insertInto('merges').values(merges.write(merge)).execute();
}

export async function findMergeOf(db: Db, userId: UserId): Promise<Merge | undefined> {
  const row = await db.selectFrom('merges').selectAll().where('user_id', '=', userId).executeTakeFirst();
  return row && merges.read(row);
}

/** True for the one caller who takes it. */
export async function takeMerge(tx: Tx, id: number): Promise<boolean> {
  const taken = tx.deleteFrom('merges').where('id', '=', id).returning('id');
  return (await taken.executeTakeFirst()) !== undefined;
}

/** Whether something was merged into the same account since, which must be given back first. */
export async function hasLater(db: Db, { id, into_id }: Pick<Merge, 'id' | 'into_id'>): Promise<boolean> {
  const later = db.selectFrom('merges').select('id').where('into_id', '=', into_id).where('id', '>', id).limit(1);
  return (await later.executeTakeFirst()) !== undefined;
}

export async function listMergedBefore(
  db: Db,
  before: Instant,
  most: number,
): Promise<Pick<Merge, 'id' | 'user_id'>[]> {
  const old = db.selectFrom('merges').select(['id', 'user_id']).where('merged_at', '<', before);
  return old.orderBy('merged_at').limit(most).execute();
}

/** Whether an erasure of one of these people is under way or asked for. */
export async function isErasureOpen(db: Db, ids: readonly UserId[]): Promise<boolean> {
  const open = db.selectFrom('erasure_requests').select('id').where('user_id', 'in', valuesOf('bigint', ids));
  const found = open.where('status', 'in', ['pending', 'approved', 'failed']).limit(1);
  return (await found.executeTakeFirst()) !== undefined;
}

interface MergesPage {
  readonly after: number | undefined;
  readonly limit: number;
  /** Only those made since then. */
  readonly since: Instant;
}

const withBoth = (db: Db) =>
  db
    .selectFrom('merges')
    .innerJoin('users as merged', 'merged.id', 'merges.user_id')
    .innerJoin('users as kept', 'kept.id', 'merges.into_id');

/** Merges into people of a scope, the newest first, with one extra row. */
export async function listMerges(db: Db, scope: ListScope, { after, limit, since }: MergesPage) {
  const listed = withBoth(db)
    .where('merges.merged_at', '>', since)
    .where(sql<boolean>`exists (select 1 from tenant_people as listed where ${rowIn(scope, 'merges.into_id')})`);
  const page = after === undefined ? listed : listed.where('merges.id', '<', after);
  const rows = await page
    .select(['merges.id', 'merges.user_id', 'merges.into_id', 'merges.merged_at'])
    .select(['merged.full_name', 'merged.email', 'kept.full_name as into_name', 'kept.email as into_email'])
    .orderBy('merges.id', 'desc')
    .limit(limit + 1)
    .execute();
  return { rows, counted: await countUpTo(db, listed.select('merges.id'), TOTAL_CAP + 1) };
}

export type ListedMerge = Awaited<ReturnType<typeof listMerges>>['rows'][number];

/** What the export of a person shows of them: also what the account that went says. */
export const listMergesOf = (db: Db, userId: UserId) =>
  withBoth(db)
    .where('merges.into_id', '=', userId)
    .select(['merges.user_id', 'merges.into_id', 'merges.merged_at'])
    .select(PERSON_FIELD_NAMES.map((field) => `merged.${field}` as const))
    .select(['merged.created_at', 'merged.last_login_at'])
    .orderBy('merges.id')
    .execute();

export async function dropMergesOf(tx: Tx, userId: UserId): Promise<void> {
  await tx
    .deleteFrom('merges')
    .where(({ eb, or }) => or([eb('user_id', '=', userId), eb('into_id', '=', userId)]))
    .execute();
}
