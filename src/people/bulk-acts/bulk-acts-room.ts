import type { Logger } from 'pino';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type PersonalDataContributor, textsTelling } from '../../platform/database/personal-data.ts';
import type { HasRecentSignIn } from '../../platform/http/route-access.ts';
import type { LeasedWorker } from '../../platform/jobs/leased-worker.ts';
import { days } from '../../platform/kernel/durations.ts';
import type { RetentionRule } from '../../platform/room/contributions.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { actWorker, forgetOldActs } from '../long-acts/act-worker.ts';
import { deviceOf } from '../long-acts/long-act.ts';
import type { BulkRunDeps } from './act-on-person.ts';
import { bulkActions } from './bulk-acts-actions.ts';
import { bulkErrors } from './bulk-acts-errors.ts';
import { bulkActsRoutes } from './bulk-acts-routes.ts';
import { type BulkJob, bulkJobsTable, bulkRowsTable } from './bulk-job.ts';
import { bulkBatchesTable, bulkJobs, bulkRows, dropBatches, forgetMentions, listActsOn } from './bulk-jobs-store.ts';
import { batchesOf, DECLARED, findActingOn, runBatch } from './run-bulk-job.ts';
import { BATCH } from './start-bulk-job.ts';
import { undoRows } from './undo-bulk-job.ts';

/** Batches of waiting people hold only ids, for minutes; people erased meanwhile are skipped. */
const bulkActsPersonalData: PersonalDataContributor = {
  room: 'bulk-acts',
  tables: [bulkRowsTable, bulkBatchesTable, bulkJobsTable],
  exportOf: async (db, userId) => ({
    bulk_acts: (await listActsOn(db, userId)).map(({ id, ...act }) => ({ job_id: id, ...act })),
    bulk_acts_started: (await bulkJobs.listStartedBy(db, userId)).map((started) => {
      const { id, action, created_at } = started;
      return { job_id: id, action, created_at, ...deviceOf(started, userId) };
    }),
  }),
  erase: async (tx, userId) => {
    await bulkRows.dropAbout(tx, userId);
    await bulkJobs.forgetRequester(tx, userId);
  },
  eraseValues: (tx, values) => forgetMentions(tx, textsTelling(values)),
  description: {
    holds:
      'which bulk acts concerned somebody and what became of them, and which bulk acts somebody started, with client address and device while they run',
    erased: 'the person’s line in every bulk act; client address and device of those they started',
    stays: {
      what: 'that somebody, by id, started a bulk act',
      ground: 'a bulk act can be explained and undone (GDPR art. 5(2))',
      until: '90 days after it ended',
    },
  },
};

const forget: RetentionRule['forget'] = (tx, before, most) =>
  forgetOldActs(tx, { acts: bulkJobs, rows: bulkRows }, before, most);

export const bulkActsRoom = defineRoom({
  name: 'bulk-acts',
  refusals: bulkErrors,
  tables: [bulkJobsTable, bulkRowsTable, bulkBatchesTable],
  auditActions: bulkActions,
  personalData: () => bulkActsPersonalData,
  retention: [{ name: 'bulk_acts', keptFor: days(90), what: 'bulk acts after they ended', forget }],
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

/** Batches after which another job gets its turn, so that a small one need not wait for a large one. */
const TURN = 20;

/** Blanks what a job no longer needs after its end; the audit log has the reason. */
const AT_REST = { reason: '', live_scope: null, live_caller: null };

const bulkWorker = (deps: BulkWorkerDeps): LeasedWorker =>
  actWorker(deps, {
    name: 'bulk-acts',
    acts: bulkJobs,
    rows: bulkRows,
    declared: DECLARED,
    findActing: findActingOn,
    batches: (job: BulkJob) => batchesOf(deps.database.read, job),
    within: 'transaction',
    run: (tx, job, acting, ids) => runBatch(tx, deps, job, acting, ids),
    undoneAtOnce: BATCH,
    undo: (tx, job, acting, rows) => undoRows(tx, deps, job, acting, rows),
    turn: TURN,
    failureOf: (error) => (error === undefined ? 'caller' : 'fault'),
    atRest: () => AT_REST,
    recordEnd,
  });

async function recordEnd(tx: Tx, call: AuditedCall, ended: BulkJob): Promise<void> {
  await dropBatches(tx, ended.id);
  const { id: job_id, done, refused, undone, kept, action: act, tenant_id: tenantId, status, failure } = ended;
  const why = failure === null ? {} : { failure };
  const meta = { job_id, act, status, done, refused, undone, kept, ...why };
  await recordAudit(tx, call, { action: 'bulk.finish', tenantId, meta });
}
