import { countUpTo } from '../database/count-up-to.ts';
import type { Db } from '../database/database.ts';
import { fromJson } from '../database/json-column.ts';
import { liesIn, type TenantScope } from '../database/tenant-scope.ts';
import type { Instant } from '../kernel/clock.ts';
import type { UserId } from '../kernel/entity-id.ts';
import type { AuditAction } from './audit-actions.ts';
import { type ChainedRecord, NO_META, type Signed } from './audit-chain.ts';
import { findHighestSealed, findLastSigned, findTimeAfter } from './audit-chain-store.ts';
import { type ActsQuery, actsAbout, actsBy } from './person-records-store.ts';

/** Time of the newest record; it should not lie in the future. */
export const findNewestRecord = (db: Db): Promise<{ at: Instant } | undefined> =>
  db.selectFrom('audit_records').select('at').orderBy('id', 'desc').limit(1).executeTakeFirst();

export async function countAllRecords(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('audit_records')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

interface ActsPage extends ActsQuery {
  readonly before: number | undefined;
  readonly limit: number;
}

/** Acts of others that concern one person, and their number: the source of the person's access log. */
export const listActsAbout = (db: Db, wanted: ActsPage): Promise<ChainedRecord[]> =>
  pageOf(actsAbout(db, wanted), wanted);

/** Acts of one person: the source of their sign-in history. */
export const listActsBy = (db: Db, wanted: ActsPage): Promise<ChainedRecord[]> => pageOf(actsBy(db, wanted), wanted);

export const countActsBy = (db: Db, wanted: ActsQuery, most: number): Promise<number> =>
  countUpTo(db, actsBy(db, wanted).select('id'), most);

function pageOf(acts: ReturnType<typeof actsAbout>, { before, limit }: ActsPage): Promise<ChainedRecord[]> {
  const found = acts.selectAll();
  const page = before === undefined ? found : found.where('id', '<', before);
  return page.orderBy('id', 'desc').limit(limit).execute();
}

export async function countActsAbout(db: Db, wanted: ActsQuery, most: number): Promise<number> {
  return countUpTo(db, actsAbout(db, wanted).select('id'), most);
}

/** Every e-mail address a person acted under, as far back as the log goes. */
export async function listAddressesOf(db: Db, userId: UserId): Promise<string[]> {
  const found = db.selectFrom('audit_records').select('actor_email').distinct().where('actor_id', '=', userId);
  return (await found.execute()).flatMap(({ actor_email }) => actor_email ?? []);
}

interface Act {
  readonly action: AuditAction;
  readonly actorId: UserId;
  readonly userId: UserId;
  readonly since: Instant;
}

/**
 * Whether this actor did this to this person since then; records with details do not count. Use it only to keep the log
 * from repeating itself.
 */
export async function actedLately(db: Db, { action, actorId, userId, since }: Act): Promise<boolean> {
  const found = db
    .selectFrom('audit_records')
    .select('id')
    .where('user_id', '=', userId)
    .where('actor_id', '=', actorId)
    .where('action', '=', action)
    .where('meta', '=', NO_META)
    .where('at', '>=', since);
  return (await found.orderBy('id', 'desc').limit(1).executeTakeFirst()) !== undefined;
}

/** One record, if it is in the scope. */
export const findRecord = (db: Db, id: number, scope: TenantScope): Promise<ChainedRecord | undefined> =>
  db.selectFrom('audit_records').selectAll().where('id', '=', id).where(liesIn(scope, 'tenant_id')).executeTakeFirst();

/** The background job that last did one of these acts to a person; `undefined` if the last act was not by a job. */
export async function newestJobOf(db: Db, userId: UserId, actions: readonly AuditAction[]): Promise<unknown> {
  const acts = db.selectFrom('audit_records').select('meta').where('user_id', '=', userId);
  const newest = await acts.where('action', 'in', actions).orderBy('id', 'desc').limit(1).executeTakeFirst();
  return newest && fromJson(newest.meta).job_id;
}

/**
 * Time of the oldest unsealed record; `undefined` when all are sealed. Called often, so it makes only two lookups by key. It
 * misses late commits below a sealed id on PostgreSQL, which are sealed within a minute.
 */
export const oldestUnsealed = async (db: Db): Promise<Instant | undefined> =>
  findTimeAfter(db, await findHighestSealed(db));

/** The latest signed head of the chain; new certificates refer to it. */
export const findNewestHead = (db: Db): Promise<Signed | undefined> => findLastSigned(db, 'audit_heads');
