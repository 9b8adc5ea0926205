import type { Logger } from 'pino';
import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { isStoreUnavailable } from '../../platform/database/store-errors.ts';
import type { HasRecentSignIn } from '../../platform/http/route-access.ts';
import { type GoOn, type LeasedWorker, leasedWorker } from '../../platform/jobs/leased-worker.ts';
import { type Instant, nowOf } from '../../platform/kernel/clock.ts';
import { days } from '../../platform/kernel/durations.ts';
import type { Role } from '../../platform/kernel/role.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import type { BulkRunDeps } from './act-on-person.ts';
import { bulkActsPersonalData } from './bulk-acts-personal-data.ts';
import { bulkActsRoutes } from './bulk-acts-routes.ts';
import { type BulkFailure, type BulkJob, bulkJobsTable, bulkRowsTable } from './bulk-job.ts';
import { dropJob, findOpenJob, finishJob, listJobsEndedBefore } from './bulk-jobs-store.ts';
import { bulkBatchesTable, dropBatches, dropRows } from './bulk-rows-store.ts';
import { findActing, onNobodysBehalf, runBulkJob } from './run-bulk-job.ts';
import { undoBulkJob } from './undo-bulk-job.ts';

interface OfJob {
  readonly job_id: number;
  readonly act: BulkJob['action'];
}

const bulkActions = {
  'bulk.start': action<OfJob & { total: number; role?: Role }>(),
  'bulk.finish': action<
    OfJob & Pick<BulkJob, 'status' | 'done' | 'refused' | 'undone' | 'kept'> & { failure?: BulkFailure }
  >(),
  'bulk.undo': action<OfJob & { done: number }>(),
  'bulk.report': action<OfJob & { format: string }>(),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof bulkActions> {}
}

export const bulkActsRoom = defineRoom({
  name: 'bulk-acts',
  tables: [bulkJobsTable, bulkRowsTable, bulkBatchesTable],
  auditActions: bulkActions,
  personalData: () => bulkActsPersonalData,
  retention: [{ name: 'bulk_acts', keptFor: days(90), what: 'bulk acts after they ended', forget: forgetOldJobs }],
  open: (
    { log, hasRecentSignIn, ...platform }: Platform & { readonly hasRecentSignIn: HasRecentSignIn },
    { findUsersWithWayIn },
  ) => {
    const { database, clock, keys, publicUrl } = platform;
    const needs = { database, clock, keys, publicUrl, findUsersWithWayIn };
    const bulkActs = bulkWorker({ ...needs, log });
    return {
      services: { bulkActs },
      routes: bulkActsRoutes({ ...needs, hasRecentSignIn, wake: bulkActs.wake }),
      work: { start: bulkActs.start, stop: bulkActs.close },
    };
  },
});

interface BulkWorkerDeps extends BulkRunDeps {
  readonly log: Logger;
}

/** Runs bulk acts. Several take turns, so that a small one need not wait for a large one. */
function bulkWorker(deps: BulkWorkerDeps): LeasedWorker {
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

/** Deletes jobs that ended before an instant, at most `most` rows at once. Returns the number of deleted rows and jobs. */
async function forgetOldJobs(tx: Tx, before: Instant, most: number): Promise<number> {
  let gone = 0;
  for (const id of await listJobsEndedBefore(tx, before, most)) {
    gone += await dropRows(tx, id, most - gone);
    if (gone === most) return gone;
    await dropJob(tx, id);
    gone += 1;
    if (gone === most) return gone;
  }
  return gone;
}
