import { type ExpressionBuilder, sql } from 'kysely';
import { countUpTo } from '../database/count-up-to.ts';
import type { Db } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import type { Instant } from '../kernel/clock.ts';
import type { ChainedRecord } from './audit-chain.ts';

export interface AuditFilter {
  /** Undefined: every tenant, and records that belong to none. */
  readonly tenantId: number | undefined;
  readonly action?: string | undefined;
  readonly actorId?: number | undefined;
  readonly userId?: number | undefined;
  readonly from?: Instant | undefined;
  readonly to?: Instant | undefined;
  readonly ip?: string | undefined;
  /** Looked for in action, actor and meta, without regard to case. */
  readonly q?: string | undefined;
}

export interface AuditSlice {
  /** Only ids below, or above when `ascending`. */
  readonly beyond: number | undefined;
  readonly limit: number;
  readonly ascending?: boolean;
}

/** Free text and addresses have no index: they are looked for among so many of the newest records that the rest finds. */
const SEARCHED = 50_000;

type Records = ExpressionBuilder<Schema, 'audit_records'>;

/** Newest first unless said otherwise, one row to spare. */
export const listRecords = async (
  db: Db,
  filter: AuditFilter,
  { beyond, limit, ascending = false }: AuditSlice,
): Promise<ChainedRecord[]> => {
  const found = await matching(db, filter, ascending ? undefined : beyond);
  const page = beyond === undefined ? found : found.where('id', ascending ? '>' : '<', beyond);
  return page
    .selectAll()
    .orderBy('id', ascending ? 'asc' : 'desc')
    .limit(limit + 1)
    .execute();
};

export async function countRecords(db: Db, filter: AuditFilter, most: number): Promise<number> {
  return countUpTo(db, (await matching(db, filter, undefined)).select('id'), most);
}

async function matching(db: Db, filter: AuditFilter, below: number | undefined) {
  const { from, to } = filter;
  const first = from === undefined ? undefined : await edgeId(db, from, 'asc');
  const last = to === undefined ? undefined : await edgeId(db, to, 'desc');
  const floor = filter.q === undefined && filter.ip === undefined ? undefined : await searchFloor(db, below);
  return db
    .selectFrom('audit_records')
    .where((record) => record.and(conditions(record, filter, { first, last, floor, from, to })));
}

interface Edges {
  readonly first: number | null | undefined;
  readonly last: number | null | undefined;
  readonly floor: number | undefined;
  readonly from: Instant | undefined;
  readonly to: Instant | undefined;
}

function conditions(record: Records, filter: AuditFilter, { first, last, floor, from, to }: Edges) {
  const { tenantId, action, actorId, userId, ip, q } = filter;
  const all = [sql<boolean>`1 = 1`];
  const add = (condition: unknown) => all.push(condition as (typeof all)[number]);
  if (tenantId !== undefined) add(record('tenant_id', '=', tenantId));
  if (action !== undefined) add(record('action', '=', action));
  if (actorId !== undefined) add(record('actor_id', '=', actorId));
  if (userId !== undefined) add(record('user_id', '=', userId));
  if (ip !== undefined) add(record('ip', '=', ip));
  if (from !== undefined)
    add(record.and([record('at', '>=', from), record('id', '>=', first ?? Number.MAX_SAFE_INTEGER)]));
  if (to !== undefined) add(record.and([record('at', '<=', to), record('id', '<=', last ?? 0)]));
  if (floor !== undefined) add(record('id', '>', floor));
  if (q !== undefined)
    add(
      sql`lower(action || ' ' || coalesce(actor_email, '') || ' ' || meta) like ${`%${escaped(q.toLowerCase())}%`} escape '!'`,
    );
  return all;
}

/** `%` and `_` are characters like any other to who searches. */
const escaped = (text: string): string => text.replace(/[!%_]/g, (character) => `!${character}`);

/** The id at the edge of a time span, found by the index on time; ids and times run almost in step. */
async function edgeId(db: Db, at: Instant, direction: 'asc' | 'desc'): Promise<number | null> {
  const near = db
    .selectFrom('audit_records')
    .select('id')
    .where('at', direction === 'asc' ? '>=' : '<=', at);
  const edge = near.orderBy('at', direction).orderBy('id', direction).limit(100).as('edge');
  const id = direction === 'asc' ? sql<number | null>`min(id)` : sql<number | null>`max(id)`;
  return (await db.selectFrom(edge).select(id.as('id')).executeTakeFirst())?.id ?? null;
}

async function searchFloor(db: Db, below: number | undefined): Promise<number> {
  if (below !== undefined) return below - SEARCHED;
  const newest = await db.selectFrom('audit_records').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return (newest?.id ?? 0) - SEARCHED;
}
