import { type ListScope, rowIn } from '../../accounts/users/tenant-people-store.ts';
import type { UserStatus } from '../../accounts/users/user.ts';
import { countUpTo } from '../../platform/database/count-up-to.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { TableOf } from '../../platform/database/define-table.ts';
import { jsonOf } from '../../platform/database/json-column.ts';
import { type PersonalValues, textsTelling } from '../../platform/database/personal-data.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { TenantId, UserId } from '../../platform/kernel/entity-id.ts';
import { withoutMentions } from '../../platform/kernel/mention.ts';
import type { Role } from '../../platform/kernel/role.ts';
import {
  type ErasureOrigin,
  type ErasureRequest,
  type ErasureStatus,
  type ErasureStep,
  erasureRequestsTable,
} from './erasure.ts';

declare module '../../platform/database/schema.ts' {
  interface Schema {
    erasure_requests: TableOf<typeof erasureRequestsTable>;
  }
}

const json = jsonOf(erasureRequestsTable);

export type RequestChange = Partial<Omit<ErasureRequest, 'id' | 'user_id' | 'requested_at' | 'updated_at'>>;

export interface NewRequest {
  readonly userId: UserId;
  readonly origin: ErasureOrigin;
  readonly status: 'pending' | 'approved';
  readonly at: Instant;
  readonly dueAt: Instant;
}

/** @throws the engine's unique violation of `erasure_requests__user_id_unique` when one is open */
export async function addRequest(tx: Tx, { userId, origin, status, at, dueAt }: NewRequest): Promise<ErasureRequest> {
  const open = { user_id: userId, origin, status, requested_at: at, due_at: dueAt, updated_at: at };
  const approved = { decided_at: status === 'approved' ? at : null };
  const added = tx.insertInto('erasure_requests').values(json.write({ ...NOTHING_YET, ...open, ...approved }));
  return json.read(await added.returningAll().executeTakeFirstOrThrow());
}

const NOTHING_YET = {
  extended_at: null,
  extension_reason: null,
  decided_by: null,
  decision_reason: null,
  cancelled_at: null,
  legal_hold_at: null,
  legal_hold_reason: null,
  step: 'start' as const,
  last_mail_id: null,
  last_mail_until: null,
  summary: null,
  mail_ids: [],
  blanked_ids: [],
  erased_at: null,
  failed_at: null,
  failure: null,
  completed_at: null,
  certificate: null,
  swept_at: null,
};

const OPEN: readonly ErasureStatus[] = ['pending', 'approved', 'failed'];

export async function findRequest(db: Db, id: number): Promise<ErasureRequest | undefined> {
  const row = await db.selectFrom('erasure_requests').selectAll().where('id', '=', id).executeTakeFirst();
  return row && json.read(row);
}

export async function findOpenOf(db: Db, userId: UserId): Promise<ErasureRequest | undefined> {
  const row = await requestsOf(db, userId).where('status', 'in', OPEN).executeTakeFirst();
  return row && json.read(row);
}

/** Newest first. */
export const listRequestsOf = async (db: Db, userId: UserId): Promise<ErasureRequest[]> =>
  (await requestsOf(db, userId).orderBy('id', 'desc').execute()).map(json.read);

const requestsOf = (db: Db, userId: UserId) =>
  db.selectFrom('erasure_requests').selectAll().where('user_id', '=', userId);

export interface RequestCondition {
  readonly status: readonly ErasureStatus[];
  readonly step?: ErasureStep;
  /** Only if it is not under legal hold. */
  readonly free?: true;
  /** Only if its deadline was not extended. */
  readonly unextended?: true;
  /** Only until its deadline. */
  readonly inTime?: true;
}

/** Makes every transition: changes a request if it is in the given state. `undefined` for callers who are too late. */
export async function changeRequest(
  tx: Tx,
  id: number,
  { status, step, free, unextended, inTime }: RequestCondition,
  change: RequestChange & { updated_at: Instant },
): Promise<ErasureRequest | undefined> {
  let found = tx
    .updateTable('erasure_requests')
    .set(json.write(change))
    .where('id', '=', id)
    .where('status', 'in', status);
  if (step !== undefined) found = found.where('step', '=', step);
  if (free) found = found.where('legal_hold_at', 'is', null);
  if (unextended) found = found.where('extended_at', 'is', null);
  if (inTime) found = found.where('due_at', '>=', change.updated_at);
  const row = await found.returningAll().executeTakeFirst();
  return row && json.read(row);
}

/** Approved requests, and completed ones due for sweeping, by the index `erasure_requests__unfinished`. */
export async function listDue(db: Db, sweptBefore: Instant, most: number): Promise<ErasureRequest[]> {
  const due = db
    .selectFrom('erasure_requests')
    .selectAll()
    .where('swept_at', 'is', null)
    .where('status', 'in', ['approved', 'completed'])
    .where(({ eb, or }) => or([eb('status', '=', 'approved'), eb('completed_at', '<=', sweptBefore)]))
    .orderBy('id')
    .limit(most);
  return (await due.execute()).map(json.read);
}

export async function markSwept(tx: Tx, id: number, at: Instant): Promise<void> {
  await tx.updateTable('erasure_requests').set({ swept_at: at, updated_at: at }).where('id', '=', id).execute();
}

/** Blanks free text about a person. */
export async function blankReasons(tx: Tx, userId: UserId): Promise<void> {
  const nothing = { extension_reason: null, decision_reason: null, legal_hold_reason: null };
  await tx.updateTable('erasure_requests').set(nothing).where('user_id', '=', userId).execute();
}

const REASONS = ['extension_reason', 'decision_reason', 'legal_hold_reason'] as const;

/** Removes the person from free text about others. A reason changed meanwhile is left alone. */
export async function blankMentions(tx: Tx, values: PersonalValues): Promise<void> {
  const texts = textsTelling(values);
  if (texts.length === 0) return;
  const written = tx
    .selectFrom('erasure_requests')
    .select(['id', ...REASONS])
    .where('user_id', '<>', values.userId)
    .where(({ eb, or }) => or(REASONS.map((column) => eb(column, 'is not', null))));
  for (const { id, ...reasons } of await written.execute())
    for (const column of REASONS) {
      const blank = withoutMentions(reasons[column] ?? '', texts);
      if (blank === (reasons[column] ?? '')) continue;
      const same = tx.updateTable('erasure_requests').where('id', '=', id).where(column, '=', reasons[column]);
      await same.set({ [column]: blank }).execute();
    }
}

export interface QueueFilter extends ListScope {
  readonly status: ErasureStatus | undefined;
  readonly origin: ErasureOrigin | undefined;
  readonly userId: UserId | undefined;
}

export const QUEUE_SORTS = ['-created', 'created', 'due', '-due'] as const;
/** `due`: nearest deadline first. */
export type QueueSort = (typeof QUEUE_SORTS)[number];

export interface QueueSlice {
  readonly sort: QueueSort;
  /** The last row of the previous page. */
  readonly after: Pick<ErasureRequest, 'id' | 'due_at'> | undefined;
  readonly limit: number;
}

export interface QueuedRequest extends ErasureRequest {
  readonly email: string;
  readonly full_name: string;
  readonly tenant_id: TenantId;
  readonly role: Role;
  readonly user_status: UserStatus;
}

export async function listQueue(
  db: Db,
  wanted: QueueFilter,
  { sort, after, limit }: QueueSlice,
): Promise<QueuedRequest[]> {
  const found = queued(db, wanted)
    .selectAll('erasure_requests')
    .select([
      'users.email',
      'users.full_name',
      'listed.member_of as tenant_id',
      'listed.role',
      'listed.status as user_status',
    ])
    .limit(limit);
  const isRising = sort === 'created' || sort === 'due';
  const [direction, beyond] = isRising ? (['asc', '>'] as const) : (['desc', '<'] as const);
  if (sort === 'created' || sort === '-created') {
    const page = after === undefined ? found : found.where('erasure_requests.id', beyond, after.id);
    return (await page.orderBy('erasure_requests.id', direction).execute()).map(json.read);
  }
  const page =
    after === undefined
      ? found
      : found.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('erasure_requests.due_at', 'erasure_requests.id'), beyond, tuple(after.due_at, after.id)),
        );
  const ordered = page.orderBy('erasure_requests.due_at', direction).orderBy('erasure_requests.id', direction);
  return (await ordered.execute()).map(json.read);
}

export async function countQueue(db: Db, wanted: QueueFilter, most: number): Promise<number> {
  return countUpTo(db, queued(db, wanted).select('erasure_requests.id'), most);
}

function queued(db: Db, { status, origin, userId, ...scope }: QueueFilter) {
  const found = requestsIn(db, scope).innerJoin('users', 'users.id', 'erasure_requests.user_id');
  const own = userId === undefined ? found : found.where('erasure_requests.user_id', '=', userId);
  const some = status === undefined ? own : own.where('erasure_requests.status', '=', status);
  return origin === undefined ? some : some.where('erasure_requests.origin', '=', origin);
}

/** CROSS JOIN makes SQLite start with the requests: of everybody in the scope it would look for one of each. */
const requestsIn = (db: Db, scope: ListScope) =>
  db
    .selectFrom('erasure_requests')
    .crossJoin('tenant_people as listed')
    .where(rowIn(scope, 'erasure_requests.user_id'));

export type DeadlineRow = Pick<ErasureRequest, 'status' | 'due_at' | 'legal_hold_at'>;

/** Requests that need an administrator: undecided or failed ones. Usually few. */
export const listDeadlines = (db: Db, scope: ListScope): Promise<DeadlineRow[]> =>
  requestsIn(db, scope)
    .select(['erasure_requests.status', 'erasure_requests.due_at', 'erasure_requests.legal_hold_at'])
    .where('erasure_requests.status', 'in', ['pending', 'failed'])
    .execute();
