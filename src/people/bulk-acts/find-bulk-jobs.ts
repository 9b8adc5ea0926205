import { type Manager, reachesEveryTenant, reachesTenant } from '../../accounts/permissions/managing-users.ts';
import { scopeOf } from '../../accounts/permissions/scope.ts';
import { findNames } from '../../accounts/users/find-names.ts';
import { findUsers } from '../../accounts/users/user-rows.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { type Page, TOTAL_CAP } from '../../platform/http/list-wire.ts';
import { type CursorKey, keyFromCursor } from '../../platform/http/page-cursor.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';
import { bulkErrors } from './bulk-acts-errors.ts';
import { BULK_OUTCOMES, type BulkJob, type BulkOutcome, type BulkRow } from './bulk-job.ts';
import { countJobs, findJob, listJobs } from './bulk-jobs-store.ts';
import { listRows } from './bulk-rows-store.ts';

/** @throws AppError `bulk.not_found` (404), also for a job of another tenant */
export async function getJob(db: Db, manager: Manager, id: number): Promise<BulkJob> {
  const found = await findJob(db, id);
  const reached =
    found && (found.tenant_id === null ? reachesEveryTenant(manager) : reachesTenant(manager, found.tenant_id));
  if (!reached) throw new AppError(bulkErrors['bulk.not_found']);
  return found;
}

export interface NamedJob extends BulkJob {
  readonly created_by_name: string | null;
}

/** Adds the names of those who requested the jobs, within the caller's scope. */
export async function withNames(db: Db, manager: Manager, jobs: readonly BulkJob[]): Promise<NamedJob[]> {
  const ids = [...new Set(jobs.map(({ created_by }) => created_by))];
  const names = await findNames(db, ids, scopeOf(manager, undefined).tenantId);
  return jobs.map((job) => ({ ...job, created_by_name: names.get(job.created_by) ?? null }));
}

interface Wanted {
  readonly cursor: string | undefined;
  readonly limit: number;
}

/** Newest first. @throws AppError 404 for a tenant out of scope; InvalidRequest (422) for a cursor of another list */
export async function listJobsFor(
  db: Db,
  manager: Manager,
  { tenantId: wanted, cursor, limit }: Wanted & { tenantId: TenantId | undefined },
): Promise<Page<NamedJob>> {
  const { tenantId } = scopeOf(manager, wanted);
  const [before] = cursor === undefined ? [] : keyFromCursor('bulk-acts', ['number'], cursor);
  const page = { tenantId, before: before === undefined ? undefined : Number(before), limit };
  const rows = await withNames(db, manager, await listJobs(db, page));
  return { rows, counted: await countJobs(db, tenantId, TOTAL_CAP + 1), limit };
}

/** A row with the person as the caller may see them now; without the person if deleted or out of scope. */
export interface NamedRow extends BulkRow {
  readonly full_name: string | null;
  readonly email: string | null;
}

/** One page of outcomes, problems first. */
export async function listJobRows(
  db: Db,
  caller: Caller,
  job: BulkJob,
  { outcome, cursor, limit }: Wanted & { outcome: BulkOutcome | undefined },
): Promise<Page<NamedRow>> {
  const after = cursor === undefined ? undefined : placeFrom(job.id, cursor);
  const outcomes: readonly BulkOutcome[] = outcome === undefined ? BULK_OUTCOMES : [outcome];
  const rows = await listRows(db, job.id, { outcomes, after, limit });
  const { refused, kept, undone } = job;
  const counts = { refused, kept, undone, done: job.done - undone - kept };
  const counted = outcomes.reduce((sum, one) => sum + counts[one], 0);
  return { rows: await withPeople(db, caller, rows), counted, limit };
}

const TAKEN_AT_ONCE = 200;

/** All rows in the order of the list, in pages. */
export async function* takeJobRows(db: Db, caller: Caller, { id }: BulkJob): AsyncGenerator<readonly NamedRow[]> {
  let after: BulkRow | undefined;
  for (;;) {
    const found = await listRows(db, id, { outcomes: BULK_OUTCOMES, after, limit: TAKEN_AT_ONCE });
    const rows = found.slice(0, TAKEN_AT_ONCE);
    after = rows.at(-1);
    if (after === undefined) return;
    yield await withPeople(db, caller, rows);
  }
}

async function withPeople(db: Db, caller: Caller, rows: readonly BulkRow[]): Promise<NamedRow[]> {
  if (rows.length === 0) return [];
  const users = await findUsers(
    db,
    rows.map(({ user_id }) => user_id),
  );
  const seen = new Map(users.filter((user) => reachesTenant(caller, user.tenant_id)).map((user) => [user.id, user]));
  return rows.map((row) => {
    const { full_name = null, email = null } = seen.get(row.user_id) ?? {};
    return { ...row, full_name, email };
  });
}

/** Cursors of one job's rows do not work for another. */
export const rowList = (jobId: number): string => `bulk-acts:${jobId}:rows`;
export const rowKey = ({ outcome, user_id }: BulkRow): CursorKey => [BULK_OUTCOMES.indexOf(outcome), user_id];

function placeFrom(jobId: number, cursor: string) {
  const [rank, user_id] = keyFromCursor(rowList(jobId), ['number', 'number'], cursor);
  return { outcome: BULK_OUTCOMES[Number(rank)] ?? 'refused', user_id: Number(user_id) };
}
