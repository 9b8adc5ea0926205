import type { Generated, Updateable } from 'kysely';
import { countUpTo } from '../database/count-up-to.ts';
import type { Db, Tx } from '../database/database.ts';
import { type PersonalValues, textsTelling } from '../database/personal-data.ts';
import type { Instant } from '../kernel/clock.ts';
import { withoutMentions } from '../kernel/mention.ts';
import type { ErasureOrigin, ErasureRequest, ErasureStatus, ErasureStep } from './erasure.ts';

type Table = Omit<ErasureRequest, 'id'> & { id: Generated<number> };

declare module '../database/schema.ts' {
  interface Schema {
    erasure_requests: Table;
  }
}

export type RequestChange = Updateable<Omit<Table, 'id' | 'user_id' | 'requested_at' | 'updated_at'>>;

export interface NewRequest {
  readonly userId: number;
  readonly origin: ErasureOrigin;
  readonly status: 'pending' | 'approved';
  readonly at: Instant;
  readonly dueAt: Instant;
}

/** @throws the engine's unique violation of `erasure_requests__user_id_unique` when one is open */
export const addRequest = (tx: Tx, { userId, origin, status, at, dueAt }: NewRequest): Promise<ErasureRequest> => {
  const open = { user_id: userId, origin, status, requested_at: at, due_at: dueAt, updated_at: at };
  const approved = { decided_at: status === 'approved' ? at : null };
  return tx
    .insertInto('erasure_requests')
    .values({ ...NOTHING_YET, ...open, ...approved })
    .returningAll()
    .executeTakeFirstOrThrow();
};

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
  mail_ids: '[]',
  blanked_ids: '[]',
  erased_at: null,
  failed_at: null,
  failure: null,
  completed_at: null,
  certificate: null,
  swept_at: null,
};

const OPEN: readonly ErasureStatus[] = ['pending', 'approved', 'failed'];

export const findRequest = (db: Db, id: number): Promise<ErasureRequest | undefined> =>
  db.selectFrom('erasure_requests').selectAll().where('id', '=', id).executeTakeFirst();

export const findOpenOf = (db: Db, userId: number): Promise<ErasureRequest | undefined> =>
  db
    .selectFrom('erasure_requests')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', 'in', OPEN)
    .executeTakeFirst();

/** Newest first. */
export const listRequestsOf = (db: Db, userId: number): Promise<ErasureRequest[]> =>
  db.selectFrom('erasure_requests').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').execute();

export interface Standing {
  readonly status: readonly ErasureStatus[];
  readonly step?: ErasureStep;
  /** Only one that is not held. */
  readonly free?: true;
  /** Only one whose time was not extended. */
  readonly unextended?: true;
}

/** Every transition: changes a request that stands as said; `undefined` for everybody who comes too late. */
export function changeRequest(
  tx: Tx,
  id: number,
  { status, step, free, unextended }: Standing,
  change: RequestChange & { updated_at: Instant },
): Promise<ErasureRequest | undefined> {
  let found = tx.updateTable('erasure_requests').set(change).where('id', '=', id).where('status', 'in', status);
  if (step !== undefined) found = found.where('step', '=', step);
  if (free) found = found.where('legal_hold_at', 'is', null);
  if (unextended) found = found.where('extended_at', 'is', null);
  return found.returningAll().executeTakeFirst();
}

/** Approved ones, and completed ones that are due for sweeping. By the index `erasure_requests__unfinished`. */
export const listDue = (db: Db, sweptBefore: Instant, most: number): Promise<ErasureRequest[]> =>
  db
    .selectFrom('erasure_requests')
    .selectAll()
    .where('swept_at', 'is', null)
    .where('status', 'in', ['approved', 'completed'])
    .where(({ eb, or }) => or([eb('status', '=', 'approved'), eb('completed_at', '<=', sweptBefore)]))
    .orderBy('id')
    .limit(most)
    .execute();

export async function noteSwept(tx: Tx, id: number, at: Instant): Promise<void> {
  await tx.updateTable('erasure_requests').set({ swept_at: at, updated_at: at }).where('id', '=', id).execute();
}

/** What was written about a person in words. */
export async function blankReasons(tx: Tx, userId: number): Promise<void> {
  const nothing = { extension_reason: null, decision_reason: null, legal_hold_reason: null };
  await tx.updateTable('erasure_requests').set(nothing).where('user_id', '=', userId).execute();
}

const REASONS = ['extension_reason', 'decision_reason', 'legal_hold_reason'] as const;

/** Takes the person out of what was written about others. A reason that changed meanwhile is written anew, not from here. */
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

export interface QueueWanted {
  /** Undefined: every tenant. */
  readonly tenantId: number | undefined;
  readonly status: ErasureStatus | undefined;
  readonly userId: number | undefined;
}

/** `due`: what must be decided soonest first. */
export type QueueSort = 'newest' | 'due';

export interface QueueSlice {
  readonly sort: QueueSort;
  /** The last row of the page before. */
  readonly after: Pick<ErasureRequest, 'id' | 'due_at'> | undefined;
  readonly limit: number;
}

export interface QueuedRequest extends ErasureRequest {
  readonly email: string;
  readonly full_name: string;
  readonly tenant_id: number;
}

export function listQueue(db: Db, wanted: QueueWanted, { sort, after, limit }: QueueSlice): Promise<QueuedRequest[]> {
  const found = queued(db, wanted)
    .selectAll('erasure_requests')
    .select(['users.email', 'users.full_name', 'users.tenant_id'])
    .limit(limit);
  if (sort === 'newest') {
    const page = after === undefined ? found : found.where('erasure_requests.id', '<', after.id);
    return page.orderBy('erasure_requests.id', 'desc').execute();
  }
  const page =
    after === undefined
      ? found
      : found.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('erasure_requests.due_at', 'erasure_requests.id'), '>', tuple(after.due_at, after.id)),
        );
  return page.orderBy('erasure_requests.due_at').orderBy('erasure_requests.id').execute();
}

export async function countQueue(db: Db, wanted: QueueWanted, most: number): Promise<number> {
  return countUpTo(db, queued(db, wanted).select('erasure_requests.id'), most);
}

function queued(db: Db, { tenantId, status, userId }: QueueWanted) {
  const found = db.selectFrom('erasure_requests').innerJoin('users', 'users.id', 'erasure_requests.user_id');
  const own = userId === undefined ? found : found.where('erasure_requests.user_id', '=', userId);
  const some = status === undefined ? own : own.where('erasure_requests.status', '=', status);
  return tenantId === undefined ? some : some.where('users.tenant_id', '=', tenantId);
}

export type DeadlineRow = Pick<ErasureRequest, 'status' | 'due_at' | 'legal_hold_at'>;

/** What waits for somebody: to be decided, or to be looked at because it failed. Few, as a rule. */
export function listDeadlines(db: Db, tenantId: number | undefined): Promise<DeadlineRow[]> {
  const waiting = db
    .selectFrom('erasure_requests')
    .innerJoin('users', 'users.id', 'erasure_requests.user_id')
    .select(['erasure_requests.status', 'erasure_requests.due_at', 'erasure_requests.legal_hold_at'])
    .where('erasure_requests.status', 'in', ['pending', 'failed']);
  return (tenantId === undefined ? waiting : waiting.where('users.tenant_id', '=', tenantId)).execute();
}
