import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { countOpenTokens } from '../../accounts/action-tokens/token-rows-store.ts';
import { seenUser } from '../../accounts/permissions/managed-person.ts';
import { mayManage, requireMayManage } from '../../accounts/permissions/managing-users.ts';
import { findUsers, holdUserRow } from '../../accounts/users/accounts-store.ts';
import type { AuditAction } from '../../platform/audit/audit-actions.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { newestJobOf } from '../../platform/audit/single-records-store.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { requestUndo } from '../long-acts/request-undo.ts';
import { type BulkRunDeps, bulkActOf, refusalOf } from './act-on-person.ts';
import type { BulkJob, BulkRow } from './bulk-job.ts';
import { bulkJobs, bulkRows, HAS_DONE } from './bulk-jobs-store.ts';
import { type Acting, AT_ONCE } from './run-bulk-job.ts';
import { authenticatedOf, busyWhereTaken, liveScopeOf } from './start-bulk-job.ts';

/** Requests the undoing of a job. @throws AppError `bulk.state`, `bulk.busy` (409) */
export const requestBulkUndo = (deps: BulkRunDeps, call: Call, job: BulkJob): Promise<BulkJob> =>
  requestUndo(deps, call, {
    acts: bulkJobs,
    id: job.id,
    refusal: 'bulk.state',
    only: {
      where: HAS_DONE,
      authenticated: authenticatedOf(call),
      live_scope: liveScopeOf(job),
      live_caller: call.caller.userId,
    },
    record: async (tx, { id, action: act, done, tenant_id: tenantId }) =>
      recordAudit(tx, call, { action: 'bulk.undo', tenantId, meta: { job_id: id, act, done } }),
  }).catch(busyWhereTaken);

/** Undoes the act on people who are unchanged since. People who were changed stay as they are. Returns how many were undone. */
export async function undoRows(
  tx: Tx,
  deps: BulkRunDeps,
  job: BulkJob,
  { call, name }: Acting,
  rows: readonly BulkRow[],
): Promise<number> {
  const way = bulkActOf(deps, { ...job, by: name });
  let undone = 0;
  for (const [index, row] of rows.entries()) {
    if (index > 0 && index % AT_ONCE === 0) await yieldToEventLoop();
    const settled = await undoOn(tx, call, row, { job, way });
    await bulkRows.settle(tx, job.id, [row.user_id], settled);
    undone += Number(settled.outcome === 'undone');
  }
  return undone;
}

async function undoOn(
  tx: Tx,
  call: Acting['call'],
  row: BulkRow,
  { job, way: { isAsLeft, undo } }: { job: BulkJob; way: ReturnType<typeof bulkActOf> },
): Promise<Pick<BulkRow, 'outcome' | 'code'>> {
  try {
    const user = requireMayManage(call.caller, await seenUser(tx, call.caller, await holdUserRow(tx, row.user_id)));
    const isUndone =
      isAsLeft(user, row) && (await isUntouched(tx, job, user.id)) && (await undo({ tx, user, call }, row));
    return { outcome: isUndone ? 'undone' : 'kept', code: null };
  } catch (error) {
    return { outcome: 'kept', code: refusalOf(error).code };
  }
}

/** Whether nobody repeated the act since: a person who was suspended again individually must stay suspended. */
async function isUntouched(tx: Tx, { id, action }: BulkJob, userId: UserId): Promise<boolean> {
  const acts = SAME_KIND[action];
  return acts.length === 0 || (await newestJobOf(tx, userId, acts)) === id;
}

const STANDING = ['user.suspend', 'user.unsuspend'] as const;

/** For each bulk act, the audit actions that change the same thing. An invitation of the job is recognised by its token. */
const SAME_KIND: Readonly<Record<BulkJob['action'], readonly AuditAction[]>> = {
  suspend: STANDING,
  unsuspend: STANDING,
  role: ['user.role.change'],
  invite: [],
};

const COUNTED_AT_ONCE = 500;

/** How many people undoing would change now, and how many it would leave. */
export async function previewUndo(deps: BulkRunDeps, caller: Caller, job: BulkJob) {
  const { isAsLeft } = bulkActOf(deps, { ...job, by: '' });
  let [undoable, all] = [0, 0];
  const portions = { which: 'undoable', after: job.undo_place, portion: COUNTED_AT_ONCE } as const;
  for await (const rows of bulkRows.take(deps.database.read, job.id, portions)) {
    const users = await usersOf(deps.database.read, rows);
    const left = rows.flatMap((row) => {
      const user = users.get(row.user_id);
      return user && mayManage(caller, user) && isAsLeft(user, row) ? row : [];
    });
    undoable += job.action === 'invite' ? await countOpen(deps.database.read, left) : left.length;
    all += rows.length;
    await yieldToEventLoop();
  }
  return { undoable, kept: all - undoable };
}

const usersOf = async (db: Db, rows: readonly BulkRow[]) =>
  new Map(
    (
      await findUsers(
        db,
        rows.map(({ user_id }) => user_id),
      )
    ).map((user) => [user.id, user] as const),
  );

const countOpen = (db: Db, rows: readonly BulkRow[]): Promise<number> =>
  countOpenTokens(
    db,
    rows.flatMap(({ token_id }) => token_id ?? []),
  );
