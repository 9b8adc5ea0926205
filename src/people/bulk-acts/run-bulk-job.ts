import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { seenUser } from '../../accounts/permissions/managed-person.ts';
import { type Manager, reachedBy, requireMayManage } from '../../accounts/permissions/managing-users.ts';
import { holdAnyUserRow } from '../../accounts/users/accounts-store.ts';
import { isErased } from '../../accounts/users/erase-user.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { tierOf } from '../../platform/kernel/role.ts';
import type { Batch } from '../long-acts/act-worker.ts';
import { findActing } from '../long-acts/acting.ts';
import { REPLACING_PASSWORD } from '../user-admin/user-access-acts.ts';
import { type BulkRunDeps, bulkActOf, refusalOf } from './act-on-person.ts';
import type { BulkJob, BulkRow } from './bulk-job.ts';
import { bulkJobs, bulkRows, dropBatches, findBatch } from './bulk-jobs-store.ts';

/** People per turn of the event loop. Few, since every request waits meanwhile if the store works on this thread. */
export const AT_ONCE = 5;

/** The people of a job who wait, in batches. */
export async function* batchesOf(db: Db, job: BulkJob): AsyncGenerator<Batch<UserId>> {
  for (let from = job.next_place; ; from += 1) {
    const batch = await findBatch(db, job.id, from);
    if (batch === undefined) return;
    from = batch.number;
    yield { items: batch.ids, from, to: from + 1 };
  }
}

/** Acts on the people of a batch. */
export async function runBatch(
  tx: Tx,
  deps: BulkRunDeps,
  job: BulkJob,
  { call, name }: Acting,
  ids: readonly UserId[],
): Promise<void> {
  const { act } = bulkActOf(deps, { ...job, by: name });
  const rows: BulkRow[] = [];
  for (const [index, id] of ids.entries()) {
    if (index > 0 && index % AT_ONCE === 0) await yieldToEventLoop();
    const row = await actOn(tx, job, call, id, act);
    if (row !== undefined) rows.push(row);
  }
  await dropBatches(tx, job.id, job.next_place);
  await bulkRows.add(tx, rows);
  const done = rows.filter(({ outcome }) => outcome === 'done').length;
  await bulkJobs.addCounts(tx, job.id, { done, refused: rows.length - done, gone: ids.length - rows.length });
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
    const user = requireMayManage(
      call.caller,
      found.status === 'deleted' ? undefined : await seenUser(tx, call.caller, found),
    );
    return { ...row, outcome: 'done', ...(await act({ tx, user, call })) };
  } catch (error) {
    return { ...row, outcome: 'refused', code: refusalOf(error).code };
  }
}

/** The person for whom a batch runs, with their current rights. */
export interface Acting {
  readonly call: Call<Manager>;
  readonly name: string;
}

/** `undefined` when the requester has lost the account, the role or the tenant. */
export async function findActingOn(db: Db, job: BulkJob, at: Instant): Promise<Acting | undefined> {
  const asked = { at, tenantId: job.tenant_id, declared: DECLARED, jobId: job.id };
  const { account = null, call } = (await findActing(db, job, asked)) ?? {};
  if (account === null || call === undefined) return undefined;
  const { id, tenant_id: tenantId, role, full_name: name } = account;
  const isReauthenticated = job.authenticated === 'recently';
  const caller = { userId: id, tenantId, reached: reachedBy(account), tier: tierOf(role) };
  return { call: { ...call, isReauthenticated, caller }, name };
}

export const DECLARED = [
  ...(['user.invite', 'user.suspend', 'user.unsuspend', 'user.role.change'] as const),
  ...(['invitation.cancel', ...REPLACING_PASSWORD, 'bulk.finish'] as const),
];
