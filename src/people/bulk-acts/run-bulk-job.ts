import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type Manager, requireMayManage } from '../../accounts/permissions/managing-users.ts';
import { findStillEntitled } from '../../accounts/permissions/still-entitled.ts';
import { isErased } from '../../accounts/users/erase-user.ts';
import { holdAnyUserRow } from '../../accounts/users/user-rows.ts';
import { type AuditedCall, byOperator } from '../../platform/audit/audit-context.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { GoOn } from '../../platform/jobs/leased-worker.ts';
import { type Instant, nowOf } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { tierOf } from '../../platform/kernel/role.ts';
import { REPLACING_PASSWORD } from '../user-admin/user-access-acts.ts';
import { type BulkRunDeps, bulkActOf, refusalOf } from './act-on-person.ts';
import type { BulkJob, BulkRow } from './bulk-job.ts';
import { addCounts, claimBatch } from './bulk-jobs-store.ts';
import { addRows, takeBatch } from './bulk-rows-store.ts';

/** Batches after which another job gets its turn. */
export const TURN = 20;
/** People per turn of the event loop. Few, since every request waits meanwhile if the store works on this thread. */
export const AT_ONCE = 5;

/** `stopped`: another node continues, or it continues later. `turn`: there is more, but others come first. */
export type RunResult = 'done' | 'stopped' | 'turn' | 'caller';

/**
 * Processes the remaining people of a job. Each batch is one transaction of acts, audit records, mails, outcomes and progress,
 * so that a run killed anywhere resumes without acting on anybody twice.
 */
export async function runBulkJob(deps: BulkRunDeps, start: BulkJob, goOn: GoOn): Promise<RunResult> {
  for (let number = start.next_batch; number < start.next_batch + TURN; number++) {
    if (!(await goOn())) return 'stopped';
    const acting = await findActing(deps.database.read, start, nowOf(deps.clock));
    if (acting === undefined) return 'caller';
    const done = await doBatch(deps, start, acting, number);
    if (done !== 'more') return done;
    await yieldToEventLoop();
  }
  return 'turn';
}

function doBatch(
  deps: BulkRunDeps,
  job: BulkJob,
  { call, name }: Acting,
  number: number,
): Promise<'more' | 'done' | 'stopped'> {
  const { act } = bulkActOf(deps, { ...job, by: name });
  return deps.database.transaction(async (tx) => {
    if (!(await claimBatch(tx, job.id, number, call.at))) return 'stopped';
    const ids = await takeBatch(tx, job.id, number);
    if (ids === undefined) return 'done';
    const rows: BulkRow[] = [];
    for (const [index, id] of ids.entries()) {
      if (index > 0 && index % AT_ONCE === 0) await yieldToEventLoop();
      const row = await actOn(tx, job, call, id, act);
      if (row !== undefined) rows.push(row);
    }
    await addRows(tx, rows);
    const done = rows.filter(({ outcome }) => outcome === 'done').length;
    await addCounts(tx, job.id, { done, refused: rows.length - done, gone: ids.length - rows.length });
    return 'more';
  });
}

/** The outcome for one person; `undefined` for a person erased meanwhile, of whom nothing is stored. */
async function actOn(
  tx: Tx,
  { id: job_id }: BulkJob,
  call: Acting['call'],
  user_id: UserId,
  act: ReturnType<typeof bulkActOf>['act'],
): Promise<BulkRow | undefined> {
  const found = await holdAnyUserRow(tx, user_id);
  if (found === undefined || isErased(found)) return undefined;
  const row = { job_id, user_id, code: null, before: null, token_id: null };
  try {
    const user = requireMayManage(call.caller, found.status === 'deleted' ? undefined : found);
    return { ...row, outcome: 'done', ...(await act({ tx, user, call })) };
  } catch (error) {
    return { ...row, outcome: 'refused', code: refusalOf(error).definition.code };
  }
}

/** The person for whom a batch runs, with their current rights. */
export interface Acting {
  readonly call: Call<Manager>;
  readonly name: string;
}

/** `undefined` when the requester has lost the account, the role or the tenant. */
export async function findActing(db: Db, job: BulkJob, at: Instant): Promise<Acting | undefined> {
  const account = await findStillEntitled(db, job);
  if (account === undefined) return undefined;
  const { id, email, tenant_id: tenantId, role, full_name: name } = account;
  const { ip, user_agent: userAgent, request_id: requestId } = job;
  const context = { actor: { id, email, tenantId }, ip, userAgent, requestId, jobId: job.id, declared: DECLARED };
  const isProven = job.authenticated === 'recently';
  return { call: { context, at, isProven, caller: { userId: id, tenantId, tier: tierOf(role) } }, name };
}

const DECLARED = [
  ...(['user.invite', 'user.suspend', 'user.unsuspend', 'user.role.change'] as const),
  ...(['invitation.cancel', ...REPLACING_PASSWORD, 'bulk.finish'] as const),
];

/** The call in the name of the service itself, when the requester is gone. */
export const onNobodysBehalf = (at: Instant): AuditedCall => byOperator(DECLARED, at);
