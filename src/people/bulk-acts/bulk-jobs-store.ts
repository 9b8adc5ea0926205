import { sql } from 'kysely';
import { countUpTo } from '../../platform/database/count-up-to.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { TableOf } from '../../platform/database/define-table.ts';
import { jsonOf } from '../../platform/database/json-column.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { TenantId, UserId } from '../../platform/kernel/entity-id.ts';
import { withoutMentions } from '../../platform/kernel/mention.ts';
import { type BulkJob, bulkJobsTable, UNDOABLE_STATUSES } from './bulk-job.ts';

declare module '../../platform/database/schema.ts' {
  interface Schema {
    bulk_jobs: TableOf<typeof bulkJobsTable>;
  }
}

const json = jsonOf(bulkJobsTable);

export const addJob = async (tx: Tx, row: Omit<BulkJob, 'id'>): Promise<BulkJob> =>
  json.read(await tx.insertInto('bulk_jobs').values(json.write(row)).returningAll().executeTakeFirstOrThrow());

export async function findJob(db: Db, id: number): Promise<BulkJob | undefined> {
  const row = await db.selectFrom('bulk_jobs').selectAll().where('id', '=', id).executeTakeFirst();
  return row && json.read(row);
}

/** The condition must be exactly that of the index `bulk_jobs__open`. */
const isOpen = () => sql<boolean>`status in ('queued', 'running')`;

/** The open job with the lowest id above `after`, so that several take turns. */
export async function findOpenJob(db: Db, after: number): Promise<BulkJob | undefined> {
  const open = db.selectFrom('bulk_jobs').selectAll().where(isOpen).where('id', '>', after);
  const row = await open.orderBy('id').limit(1).executeTakeFirst();
  return row && json.read(row);
}

/** Newest first, with one extra. */
export async function listJobs(
  db: Db,
  { tenantId, before, limit }: { tenantId: TenantId | undefined; before: number | undefined; limit: number },
): Promise<BulkJob[]> {
  let page = inTenant(db, tenantId).selectAll();
  if (before !== undefined) page = page.where('id', '<', before);
  return (
    await page
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute()
  ).map(json.read);
}

export const countJobs = (db: Db, tenantId: TenantId | undefined, most: number): Promise<number> =>
  countUpTo(db, inTenant(db, tenantId).select('id'), most);

const inTenant = (db: Db, tenantId: TenantId | undefined) =>
  tenantId === undefined ? db.selectFrom('bulk_jobs') : db.selectFrom('bulk_jobs').where('tenant_id', '=', tenantId);

/**
 * Claims a batch for exactly one caller; one that outlived its lease finds it already claimed. Must come first in the
 * transaction, so that others wait for its row.
 */
export async function claimBatch(tx: Tx, id: number, number: number, at: Instant): Promise<boolean> {
  const claimed = tx
    .updateTable('bulk_jobs')
    .set(({ fn, ref, val }) => ({
      status: 'running',
      next_batch: number + 1,
      started_at: fn.coalesce(ref('started_at'), val(at)),
    }))
    .where('id', '=', id)
    .where('next_batch', '=', number)
    .where('undo_requested_at', 'is', null)
    .where(isOpen);
  return (await claimed.returning('id').executeTakeFirst()) !== undefined;
}

/** Claims the undoing of people between two ids, in the same way. */
export async function claimUndo(tx: Tx, id: number, from: UserId, to: UserId): Promise<boolean> {
  const claimed = tx
    .updateTable('bulk_jobs')
    .set({ undo_after: to })
    .where('id', '=', id)
    .where('undo_after', '=', from)
    .where('undo_requested_at', 'is not', null)
    .where(isOpen);
  return (await claimed.returning('id').executeTakeFirst()) !== undefined;
}

export type Counts = Partial<Pick<BulkJob, 'done' | 'refused' | 'gone' | 'undone' | 'kept'>>;

export async function addCounts(tx: Tx, id: number, counts: Counts): Promise<void> {
  const { done = 0, refused = 0, gone = 0, undone = 0, kept = 0 } = counts;
  await tx
    .updateTable('bulk_jobs')
    .set(({ eb }) => ({
      done: eb('done', '+', done),
      refused: eb('refused', '+', refused),
      gone: eb('gone', '+', gone),
      undone: eb('undone', '+', undone),
      kept: eb('kept', '+', kept),
    }))
    .where('id', '=', id)
    .execute();
}

type Ending = Pick<BulkJob, 'status' | 'failure'> & Partial<Pick<BulkJob, 'finished_at' | 'undone_at'>>;

/** Blanks what a job no longer needs after its end. */
const AT_REST = { ip: null, user_agent: null, request_id: null, reason: '', live_scope: null, live_caller: null };

/** Ends a job and returns it; `undefined` if another caller has ended it. */
export async function finishJob(tx: Tx, id: number, ending: Ending): Promise<BulkJob | undefined> {
  const finished = tx
    .updateTable('bulk_jobs')
    .set({ ...ending, ...AT_REST })
    .where('id', '=', id)
    .where(isOpen);
  const row = await finished.returningAll().executeTakeFirst();
  return row && json.read(row);
}

type UndoAsked = Pick<
  BulkJob,
  'asked_by' | 'tier' | 'authenticated' | 'ip' | 'user_agent' | 'request_id' | 'undo_requested_at'
> &
  Pick<BulkJob, 'live_scope' | 'live_caller'>;

/** Requests the undoing of a finished job; `undefined` when there is nothing to undo. */
export async function requestUndo(tx: Tx, id: number, asked: UndoAsked): Promise<BulkJob | undefined> {
  const opened = tx
    .updateTable('bulk_jobs')
    .set({ ...asked, status: 'running', failure: null })
    .where('id', '=', id)
    .where('status', 'in', UNDOABLE_STATUSES)
    .where(({ eb, ref }) => eb('done', '>', eb(ref('undone'), '+', ref('kept'))));
  const row = await opened.returningAll().executeTakeFirst();
  return row && json.read(row);
}

/** Blanks what a job stores about the requester besides the id. */
export async function forgetRequester(tx: Tx, userId: UserId): Promise<void> {
  const own = tx.updateTable('bulk_jobs').where('asked_by', '=', userId);
  await own.set({ ip: null, user_agent: null, request_id: null }).execute();
}

/** Removes these texts from the reasons of jobs that still run. */
export async function forgetMentions(tx: Tx, texts: readonly string[]): Promise<void> {
  const told = tx.selectFrom('bulk_jobs').select(['id', 'reason']).where('reason', '<>', '');
  for (const { id, reason } of await told.execute()) {
    const blank = withoutMentions(reason, texts);
    const changed = tx.updateTable('bulk_jobs').set({ reason: blank }).where('id', '=', id);
    if (blank !== reason) await changed.where('reason', '=', reason).execute();
  }
}

/** The jobs that somebody started. Until each has ended: client address and device, of whoever asked last. */
export const listJobsOf = (db: Db, userId: UserId) =>
  db
    .selectFrom('bulk_jobs')
    .select(['id', 'action', 'created_at', 'ip', 'user_agent', 'asked_by'])
    .where('created_by', '=', userId)
    .execute();

/** Jobs that ended before an instant, whether or not undone since. */
export async function listJobsEndedBefore(db: Db, before: Instant, most: number): Promise<number[]> {
  const ended = db
    .selectFrom('bulk_jobs')
    .select('id')
    .where('live_caller', 'is', null)
    .where(({ fn, ref, eb }) => eb(fn.coalesce(ref('undone_at'), ref('finished_at')), '<', before));
  return (await ended.orderBy('id').limit(most).execute()).map(({ id }) => id);
}

export async function dropJob(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('bulk_jobs').where('id', '=', id).execute();
}
