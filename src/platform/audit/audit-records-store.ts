import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { countUpTo } from '../database/count-up-to.ts';
import type { Db } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import { liesIn, type TenantScope } from '../database/tenant-scope.ts';
import type { Instant } from '../kernel/clock.ts';
import type { UserId } from '../kernel/entity-id.ts';
import type { ChainedRecord } from './audit-chain.ts';

export const ACTOR_KINDS = ['user', 'service'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

export interface AuditFilter extends TenantScope {
  readonly action?: string | undefined;
  /** Any of these. */
  readonly actions?: readonly string[] | undefined;
  /** None of these. */
  readonly without?: readonly string[] | undefined;
  /** All ids of one person. */
  readonly actorIds?: readonly UserId[] | undefined;
  readonly userIds?: readonly UserId[] | undefined;
  readonly from?: Instant | undefined;
  readonly to?: Instant | undefined;
  readonly ip?: string | undefined;
  /** Case-insensitive, in action, actor and meta. */
  readonly q?: string | undefined;
  /** Leaves out the acts of an import or a job on each person: the job's own record has their number. */
  readonly isGrouped?: boolean | undefined;
  /** Only acts of one import. */
  readonly importId?: number | undefined;
  /** Only acts of one service. */
  readonly serviceId?: string | undefined;
  /** Only acts of people, or of services. */
  readonly actorKind?: ActorKind | undefined;
}

export interface AuditSlice {
  /** Only ids below, or above when `ascending`. */
  readonly beyond: number | undefined;
  readonly limit: number;
  readonly ascending?: boolean;
}

type Records = ExpressionBuilder<Schema, 'audit_records'>;

/** Newest first by default, one extra row. Conditions without an index are ignored: see `searchReader`. */
export const listRecords = async (db: Db, filter: AuditFilter, slice: AuditSlice): Promise<ChainedRecord[]> =>
  inOrder(await indexed(db, filter), slice).execute();

export async function countRecords(db: Db, filter: AuditFilter, most: number): Promise<number> {
  return countUpTo(db, (await indexed(db, filter)).select('id'), most);
}

/** Whether a condition has no index in the order of records: those on `meta`, free text, addresses, several actions and several tenants. */
export const isSearch = ({
  below,
  q,
  ip,
  actions,
  without,
  isGrouped,
  importId,
  serviceId,
  actorKind,
}: AuditFilter): boolean =>
  below === true ||
  isGrouped === true ||
  [q, ip, actions, without, importId, serviceId, actorKind].some((asked) => asked !== undefined);

/** Records scanned per statement: it takes milliseconds, so that others get their turn. */
const BATCH = 1_000;

export interface Batch {
  /** One extra row. */
  readonly found: ChainedRecord[];
  /** Matches in the batch, whether or not the page is full. */
  readonly count: () => Promise<number>;
  /** Scanned up to this id; `undefined` at the end. */
  readonly seenTo: number | undefined;
}

/** Scans the records found by index, in one direction, and applies the conditions without an index. */
export async function searchReader(db: Db, filter: AuditFilter): Promise<(slice: AuditSlice) => Promise<Batch>> {
  const records = await indexed(db, filter);
  return async (slice) => {
    const next = beyondOf(records, slice).select('id').orderBy('id', directionOf(slice)).limit(BATCH).as('next');
    const edge = slice.ascending ? sql<number | null>`max(id)` : sql<number | null>`min(id)`;
    const stretch = db.selectFrom(next).select(({ fn }) => [edge.as('edge'), fn.countAll<number>().as('size')]);
    const { edge: seenTo, size } = await stretch.executeTakeFirstOrThrow();
    if (seenTo === null) return { found: [], count: async () => 0, seenTo: undefined };
    const within = records
      .where('id', slice.ascending ? '<=' : '>=', seenTo)
      .where((record) => record.and(searched(record, filter)));
    const found = await inOrder(within, slice).execute();
    const count = async () =>
      found.length <= slice.limit ? found.length : countUpTo(db, beyondOf(within, slice).select('id'), BATCH);
    return { found, count, seenTo: size < BATCH ? undefined : seenTo };
  };
}

type Query = Awaited<ReturnType<typeof indexed>>;

const directionOf = ({ ascending = false }: AuditSlice) => (ascending ? 'asc' : 'desc');

const beyondOf = (records: Query, { beyond, ascending = false }: AuditSlice): Query =>
  beyond === undefined ? records : records.where('id', ascending ? '>' : '<', beyond);

const inOrder = (records: Query, slice: AuditSlice) =>
  beyondOf(records, slice)
    .selectAll()
    .orderBy('id', directionOf(slice))
    .limit(slice.limit + 1);

export const findTimeOf = async (db: Db, id: number): Promise<Instant | undefined> =>
  (await db.selectFrom('audit_records').select('at').where('id', '=', id).executeTakeFirst())?.at;

async function indexed(db: Db, filter: AuditFilter) {
  const { from, to } = filter;
  const begin = from === undefined ? undefined : await findBegin(db, from);
  const end = to === undefined ? undefined : await findEnd(db, to);
  return db
    .selectFrom('audit_records')
    .where((record) => record.and([...conditions(record, filter), ...spanConditions(record, begin, end)]));
}

function conditions(
  record: Records,
  { tenantId, below, action, actorIds, userIds }: AuditFilter,
): Expression<SqlBool>[] {
  const all: Expression<SqlBool>[] = [sql<boolean>`1 = 1`];
  const add = (condition: Expression<SqlBool>) => all.push(condition);
  if (tenantId !== undefined && below !== true) add(record('tenant_id', '=', tenantId));
  if (action !== undefined) add(record('action', '=', action));
  if (actorIds !== undefined) add(record('actor_id', 'in', actorIds));
  if (userIds !== undefined) add(record('user_id', 'in', userIds));
  return all;
}

/** One edge of a time span. Ids and times run almost in parallel: only between two ids must the time itself be compared. */
interface Edge {
  readonly at: Instant;
  /** The outermost record that may be within the span. */
  readonly outermost: number;
  /** The innermost that may be outside of it. */
  readonly innermost: number;
}

/** Reads no more of each record than its id where that tells enough: thousands are counted in an index alone. */
function spanConditions(record: Records, begin: Edge | undefined, end: Edge | undefined): Expression<SqlBool>[] {
  const all: Expression<SqlBool>[] = [];
  if (begin !== undefined)
    all.push(
      record('id', '>=', begin.outermost),
      record.or([record('id', '>', begin.innermost), record('at', '>=', begin.at)]),
    );
  if (end !== undefined)
    all.push(
      record('id', '<=', end.outermost),
      record.or([record('id', '<', end.innermost), record('at', '<=', end.at)]),
    );
  return all;
}

async function findBegin(db: Db, at: Instant): Promise<Edge> {
  const [outermost, innermost] = [await extremeId(db, at, '>='), await extremeId(db, at, '<')];
  return { at, outermost: outermost ?? Number.MAX_SAFE_INTEGER, innermost: innermost ?? 0 };
}

async function findEnd(db: Db, at: Instant): Promise<Edge> {
  const [outermost, innermost] = [await extremeId(db, at, '<='), await extremeId(db, at, '>')];
  return { at, outermost: outermost ?? 0, innermost: innermost ?? Number.MAX_SAFE_INTEGER };
}

/** Of the records on one side of a time, the id that reaches farthest to the other, by the index on time. */
async function extremeId(db: Db, at: Instant, side: '<' | '<=' | '>' | '>='): Promise<number | null> {
  const isAfter = side.startsWith('>');
  const direction = isAfter ? 'asc' : 'desc';
  const near = db.selectFrom('audit_records').select('id').where('at', side, at);
  const nearest = near.orderBy('at', direction).orderBy('id', direction).limit(100).as('nearest');
  const id = isAfter ? sql<number | null>`min(id)` : sql<number | null>`max(id)`;
  return (await db.selectFrom(nearest).select(id.as('id')).executeTakeFirst())?.id ?? null;
}

function searched(
  record: Records,
  { ip, q, actions, without, isGrouped, importId, serviceId, actorKind, ...scope }: AuditFilter,
) {
  const text = sql<string>`lower(action || ' ' || coalesce(actor_email, '') || ' ' || meta)`;
  return [
    ...(scope.below === true ? [liesIn(scope, 'tenant_id', { indexed: false })] : []),
    ...(ip === undefined ? [] : [record('ip', '=', ip)]),
    ...(actions === undefined ? [] : [record('action', 'in', actions)]),
    ...(without === undefined ? [] : [record('action', 'not in', without)]),
    ...(isGrouped === true ? [record.not(isOneOfMany(record))] : []),
    ...(importId === undefined
      ? []
      : [record.or([tells(`"import_id":${importId},`), tells(`"import_id":${importId}}`)])]),
    ...(serviceId === undefined ? [] : [tells(`"service":{"id":${JSON.stringify(serviceId)},`)]),
    ...(actorKind === 'service' ? [tells('"service":{"id":')] : []),
    ...(actorKind === 'user' ? [record('actor_id', 'is not', null)] : []),
    ...(q === undefined ? [] : [sql<boolean>`${text} like ${`%${escaped(q.toLowerCase())}%`} escape '!'`]),
  ];
}

const isOneOfMany = (record: Records) =>
  record.and([record('action', 'like', 'user.%'), record.or([tells('"import_id":'), tells('"job_id":')])]);

const tells = (text: string) => sql<boolean>`meta like ${`%${escaped(text)}%`} escape '!'`;

/** `%` and `_` are ordinary characters to whoever searches. */
const escaped = (text: string): string => text.replace(/[!%_]/g, (character) => `!${character}`);
