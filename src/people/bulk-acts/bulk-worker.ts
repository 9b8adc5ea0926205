import type { Logger } from 'pino';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { isStoreUnavailable } from '../../platform/database/store-errors.ts';
import { type GoOn, type LeasedWorker, leasedWorker } from '../../platform/jobs/leased-worker.ts';
import { nowOf } from '../../platform/kernel/clock.ts';
import type { BulkRunDeps } from './bulk-acts-deps.ts';
import type { BulkFailure, BulkJob } from './bulk-job.ts';
import { findOpenJob, finishJob } from './bulk-jobs-store.ts';
import { dropBatches } from './bulk-rows-store.ts';
import { findActing, onNobodysBehalf } from './find-acting.ts';
import { runBulkJob } from './run-bulk-job.ts';
import { undoBulkJob } from './undo-bulk-job.ts';

export interface BulkWorkerDeps extends BulkRunDeps {
  readonly log: Logger;
}

/** Runs bulk acts. Several take turns, so that a small one need not wait for a large one. */
export function bulkWorker(deps: BulkWorkerDeps): LeasedWorker {
  const { read } = deps.database;
  let last = 0;
  return leasedWorker(deps, {
    name: 'bulk-acts',
    findNext: async () => (await findOpenJob(read, last)) ?? findOpenJob(read, 0),
    work: (job, goOn) => {
      last = job.id;
      return work(deps, job, goOn);
    },
  });
}

/** An unavailable store does not end a job: it continues later. */
async function work(deps: BulkWorkerDeps, job: BulkJob, goOn: GoOn): Promise<boolean> {
  try {
    const result = await (isUndoing(job) ? undoBulkJob : runBulkJob)(deps, job, goOn);
    if (result === 'stopped') return false;
    if (result !== 'turn') await finish(deps, job, result === 'caller' ? 'caller' : null);
  } catch (error) {
    if (isStoreUnavailable(error)) throw error;
    deps.log.error({ err: error, job: job.id }, 'a bulk act failed');
    await finish(deps, job, 'fault');
  }
  return true;
}

const isUndoing = ({ undo_requested_at }: BulkJob): boolean => undo_requested_at !== null;

async function finish({ database, clock, log }: BulkWorkerDeps, job: BulkJob, failure: BulkFailure | null) {
  const at = nowOf(clock);
  const status = failure !== null ? 'failed' : isUndoing(job) ? 'undone' : 'completed';
  const when = isUndoing(job) ? { undone_at: at } : { finished_at: at };
  const acting = await findActing(database.read, job, at);
  const ended = await database.transaction(async (tx) => {
    const row = await finishJob(tx, job.id, { status, failure, ...when });
    if (row === undefined) return undefined;
    await dropBatches(tx, job.id);
    const { done, refused, undone, kept, action: act, tenant_id: tenantId } = row;
    const why = failure === null ? {} : { failure };
    const meta = { job_id: job.id, act, status: row.status, done, refused, undone, kept, ...why };
    await recordAudit(tx, acting?.call ?? onNobodysBehalf(at), { action: 'bulk.finish', tenantId, meta });
    return row;
  });
  if (ended) log.info({ job: ended.id, status, done: ended.done, undone: ended.undone }, 'bulk act ended');
}
