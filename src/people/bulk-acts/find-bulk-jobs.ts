import { reachesTenant } from '../../accounts/permissions/managing-users.ts';
import { findUsers } from '../../accounts/users/accounts-store.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { actLists } from '../long-acts/find-acts.ts';
import { BULK_OUTCOMES, type BulkJob, type BulkRow } from './bulk-job.ts';
import { bulkJobs, bulkRows } from './bulk-jobs-store.ts';

export const bulkLists = actLists<BulkJob, BulkRow>({
  list: 'bulk-acts',
  acts: bulkJobs,
  rows: bulkRows,
  notFound: 'bulk.not_found',
  counts: ({ done, refused, kept, undone }) => ({ refused, kept, undone, done: done - undone - kept }),
});

/** @throws AppError `bulk.not_found` (404), also for a job of another tenant */
export const getJob = bulkLists.get;

export type NamedJob = Awaited<ReturnType<typeof bulkLists.withNames>>[number];

/** A row with the person as the caller may see them now; without the person if deleted or out of scope. */
export interface NamedRow extends BulkRow {
  readonly full_name: string | null;
  readonly email: string | null;
}

const TAKEN_AT_ONCE = 200;

/** All rows in the order of the list, in pages. */
export async function* takeJobRows(db: Db, caller: Caller, { id }: BulkJob): AsyncGenerator<readonly NamedRow[]> {
  let after: BulkRow | undefined;
  for (;;) {
    const place = after && { outcome: after.outcome, place: after.user_id };
    const wanted = { outcomes: BULK_OUTCOMES, after: place, limit: TAKEN_AT_ONCE };
    const rows = (await bulkRows.listByOutcome(db, id, wanted)).slice(0, TAKEN_AT_ONCE);
    after = rows.at(-1);
    if (after === undefined) return;
    yield await withPeople(db, caller, rows);
  }
}

export async function withPeople(db: Db, caller: Caller, rows: readonly BulkRow[]): Promise<NamedRow[]> {
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
