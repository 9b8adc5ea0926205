import { scopeOf } from '../../accounts/permissions/scope.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { isUniqueViolation } from '../../platform/database/store-errors.ts';
import type { Call } from '../../platform/http/call.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { portionsOf } from '../../platform/kernel/portions.ts';
import { queuedAct } from '../long-acts/long-act.ts';
import type { BulkActsDeps } from './act-on-person.ts';
import type { BulkJob, ReportedFilter } from './bulk-job.ts';
import { addBatches, bulkJobs } from './bulk-jobs-store.ts';
import type { SelectionFilter } from './select-people.ts';
import { listSelected, MOST_IN_JOB } from './select-people.ts';

/** People per transaction: few, since other writers wait for it. */
export const BATCH = 50;

export interface BulkOrder extends Pick<BulkJob, 'action' | 'role' | 'reason'> {
  readonly filter: SelectionFilter;
  readonly expectedTotal: number;
  /** By how many the number of people may have changed since the caller saw it. */
  readonly tolerance: number;
}

/**
 * Queues an act on everybody who matches now, but not on people who match later. Durable from the commit on.
 * @throws AppError 404 for a tenant or import out of scope, `bulk.too_many` (422), `bulk.total`, `bulk.busy` (409)
 */
export async function startBulkJob(deps: BulkActsDeps, call: Call, order: BulkOrder): Promise<BulkJob> {
  const ids = await listSelected(deps.database.bulkRead, call.caller, order.filter, call.at);
  requireTotal(ids.length, order);
  const row = jobOf(deps, call, order, ids.length);
  const { action: act, total, role } = row;
  const start = deps.database.transaction(async (tx) => {
    const job = await bulkJobs.add(tx, row);
    await addBatches(tx, job.id, portionsOf(ids, BATCH));
    const meta = { job_id: job.id, act, total, ...(role === null ? {} : { role }) };
    await recordAudit(tx, call, { action: 'bulk.start', tenantId: job.tenant_id, meta });
    return job;
  });
  return start.catch(busyWhereTaken);
}

/** @throws AppError `bulk.busy` (409) when another job runs in the same tenant or for the same caller */
export function busyWhereTaken(error: unknown): never {
  const isTaken = ['bulk_jobs__live_scope_unique', 'bulk_jobs__live_caller_unique'].some((index) =>
    isUniqueViolation(error, index),
  );
  throw isTaken ? new AppError('bulk.busy', { cause: error }) : error;
}

/** The value of `live_scope` while a job runs. */
export const liveScopeOf = ({ tenant_id }: Pick<BulkJob, 'tenant_id'>): number => tenant_id ?? 0;

function requireTotal(total: number, { expectedTotal, tolerance }: BulkOrder): void {
  if (total > MOST_IN_JOB) throw new AppError('bulk.too_many');
  if (total === 0 || Math.abs(total - expectedTotal) > tolerance)
    throw new AppError('bulk.total', { members: { total } });
}

/** What the run, which has no caller, knows of their proof. */
export const authenticatedOf = ({ isReauthenticated }: Call): BulkJob['authenticated'] =>
  isReauthenticated ? 'recently' : 'earlier';

function jobOf({ clock }: BulkActsDeps, call: Call, { filter, action, role, reason }: BulkOrder, total: number) {
  const { caller } = call;
  const tenant_id = scopeOf(caller, filter.tenant_id).tenantId ?? null;
  return {
    ...queuedAct(call, clock, { tier: caller.tier, total }),
    created_by: caller.userId,
    created_at: call.at,
    tenant_id,
    authenticated: authenticatedOf(call),
    action,
    role,
    reason,
    filter: reportedFilter(filter),
    live_scope: liveScopeOf({ tenant_id }),
    live_caller: caller.userId,
    done: 0,
    refused: 0,
    gone: 0,
  };
}

const reportedFilter = ({ q = '', ...filter }: SelectionFilter): ReportedFilter => ({
  ...filter,
  searched: q.trim() === '' ? 'no' : 'yes',
});
