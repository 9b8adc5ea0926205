import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { countOpenTokens } from '../../accounts/action-tokens/token-rows.ts';
import { mayManage, requireMayManage } from '../../accounts/permissions/managing-users.ts';
import { findUsers, holdUserRow } from '../../accounts/users/user-rows.ts';
import type { AuditAction } from '../../platform/audit/audit-actions.ts';
import { newestJobOf } from '../../platform/audit/find-records.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { GoOn } from '../../platform/jobs/leased-worker.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { nowOf } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { type BulkRunDeps, bulkActOf, refusalOf } from './act-on-person.ts';
import { bulkErrors } from './bulk-acts-errors.ts';
import type { BulkJob, BulkRow } from './bulk-job.ts';
import { addCounts, claimUndo, requestUndo } from './bulk-jobs-store.ts';
import { listDoneRows, settleRow } from './bulk-rows-store.ts';
import { type Acting, AT_ONCE, findActing, type RunResult, TURN } from './run-bulk-job.ts';
import { authenticatedOf, BATCH, busyWhereTaken, liveScopeOf } from './start-bulk-job.ts';

/** Requests the undoing of a job; it runs in the background. @throws AppError `bulk.state`, `bulk.busy` (409) */
export async function requestBulkUndo({ database }: BulkRunDeps, call: Call, job: BulkJob): Promise<BulkJob> {
  const { context, caller, at } = call;
  const asked = {
    asked_by: caller.userId,
    tier: caller.tier,
    authenticated: authenticatedOf(call),
    ip: context.ip,
    user_agent: context.userAgent,
    request_id: context.requestId,
    undo_requested_at: at,
    live_scope: liveScopeOf(job),
    live_caller: caller.userId,
  };
  const asking = database.transaction(async (tx) => {
    const undoing = await requestUndo(tx, job.id, asked);
    if (undoing === undefined) throw new AppError(bulkErrors['bulk.state']);
    const meta = { job_id: job.id, act: job.action, done: undoing.done };
    await recordAudit(tx, call, { action: 'bulk.undo', tenantId: job.tenant_id, meta });
    return undoing;
  });
  return asking.catch(busyWhereTaken);
}

/** Undoes the act on people who are unchanged since. People who were changed stay as they are. */
export async function undoBulkJob(deps: BulkRunDeps, start: BulkJob, goOn: GoOn): Promise<RunResult> {
  let from = start.undo_after;
  for (let batch = 0; batch < TURN; batch++) {
    const rows = await listDoneRows(deps.database.read, start.id, from, BATCH);
    const to = rows.at(-1)?.user_id;
    if (to === undefined) return 'done';
    if (!(await goOn())) return 'stopped';
    const acting = await findActing(deps.database.read, start, nowOf(deps.clock));
    if (acting === undefined) return 'caller';
    if (!(await undoBatch(deps, start, acting, { rows, from, to }))) return 'stopped';
    from = to;
    await yieldToEventLoop();
  }
  return 'turn';
}

interface Batch {
  readonly rows: readonly BulkRow[];
  readonly from: number;
  readonly to: number;
}

function undoBatch(
  deps: BulkRunDeps,
  job: BulkJob,
  { call, name }: Acting,
  { rows, from, to }: Batch,
): Promise<boolean> {
  const way = bulkActOf(deps, { ...job, by: name });
  return deps.database.transaction(async (tx) => {
    if (!(await claimUndo(tx, job.id, from, to))) return false;
    let undone = 0;
    for (const [index, row] of rows.entries()) {
      if (index > 0 && index % AT_ONCE === 0) await yieldToEventLoop();
      const settled = await undoOn(tx, call, row, { job, way });
      await settleRow(tx, row, settled);
      undone += Number(settled.outcome === 'undone');
    }
    await addCounts(tx, job.id, { undone, kept: rows.length - undone });
    return true;
  });
}

async function undoOn(
  tx: Tx,
  call: Acting['call'],
  row: BulkRow,
  { job, way: { isAsLeft, undo } }: { job: BulkJob; way: ReturnType<typeof bulkActOf> },
): Promise<Pick<BulkRow, 'outcome' | 'code'>> {
  try {
    const user = requireMayManage(call.caller, await holdUserRow(tx, row.user_id));
    const isUndone =
      isAsLeft(user, row) && (await isUntouched(tx, job, user.id)) && (await undo({ tx, user, call }, row));
    return { outcome: isUndone ? 'undone' : 'kept', code: null };
  } catch (error) {
    return { outcome: 'kept', code: refusalOf(error).definition.code };
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
  for (let from = job.undo_after; ; await yieldToEventLoop()) {
    const rows = await listDoneRows(deps.database.read, job.id, from, COUNTED_AT_ONCE);
    const last = rows.at(-1);
    if (last === undefined) return { undoable, kept: all - undoable };
    const users = await usersOf(deps.database.read, rows);
    const left = rows.flatMap((row) => {
      const user = users.get(row.user_id);
      return user && mayManage(caller, user) && isAsLeft(user, row) ? row : [];
    });
    undoable += job.action === 'invite' ? await countOpen(deps.database.read, left) : left.length;
    all += rows.length;
    from = last.user_id;
  }
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
