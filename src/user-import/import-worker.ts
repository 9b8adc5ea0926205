import type { Logger } from 'pino';
import { recordAudit } from '../audit/record-audit.ts';
import { storeErrors } from '../database/store-errors.ts';
import { withLease } from '../jobs/lease.ts';
import type { RecurringJob, RecurringJobs } from '../jobs/recurring-jobs.ts';
import { AppError } from '../kernel/app-error.ts';
import { instantAt } from '../kernel/clock.ts';
import { hours, seconds } from '../kernel/durations.ts';
import type { Import, ImportFailure } from './import.ts';
import { findImport, findOpenImport, finishImport, listOpenFiles } from './imports-store.ts';
import { findImporter, type GoOn, onNobodysBehalf, type RunDeps } from './run-deps.ts';
import { runImport } from './run-import.ts';
import { undoImport } from './undo-import.ts';

export interface WorkerDeps extends RunDeps {
  readonly log: Logger;
}

/** Does the imports that are queued, one at a time over all nodes, in the order in which they were asked for. */
export interface ImportWorker {
  /** Looks for imports from now on. */
  start(jobs: RecurringJobs): void;
  /** Looks at once. Resolves when nothing is left to do here; at once where no worker was started. */
  wake(): Promise<void>;
  /** Does what is queued now, whether it was started or not. */
  runDue(): Promise<void>;
  /** Stops after the batch under way; the next start goes on from there. */
  close(): Promise<void>;
}

const LOOK_EVERY = seconds(2);
/** A node that was killed holds the others up for so long. */
const LEASE = { name: 'user-import', length: seconds(5) };
const RENEW_EVERY = seconds(1);
/** Longer than any upload takes. */
const ABANDONED_AFTER = hours(1);

export function importWorker(deps: WorkerDeps): ImportWorker {
  const { database, clock, files } = deps;
  const closing = new AbortController();
  let job: RecurringJob | undefined;
  let swept = false;

  const sweep = async () => {
    if (swept) return;
    swept = true;
    await files.sweep(new Set(await listOpenFiles(database.read)), clock.now() - ABANDONED_AFTER);
  };
  const runDue = async () => {
    await sweep();
    while (!closing.signal.aborted) {
      const next = await findOpenImport(database.read);
      if (next === undefined) return;
      const ended = await withLease(database, clock, LEASE, () =>
        work(deps, next.id, leaseKeeper(deps, closing.signal)),
      );
      if (ended !== true) return;
    }
  };
  return {
    start: (jobs) => {
      job ??= jobs.recur({ name: 'user-import', every: LOOK_EVERY }, runDue);
      void job.run();
    },
    wake: async () => job?.run(),
    runDue,
    close: async () => {
      closing.abort();
      await job?.close();
      // The next start need not wait for the lease to run out.
      await withLease(database, clock, { ...LEASE, length: 0 }, async () => {}).catch(() => {});
    },
  };
}

/** Renews the lease now and then; false when it is lost or the worker closes. */
function leaseKeeper({ database, clock }: WorkerDeps, closing: AbortSignal): GoOn {
  let renewed = performance.now();
  return async () => {
    if (closing.aborted) return false;
    if (performance.now() - renewed < RENEW_EVERY) return true;
    renewed = performance.now();
    return (await withLease(database, clock, LEASE, async () => true)) === true;
  };
}

/** True when the import is over. A store that is away ends nothing: it is gone on with later. */
async function work(deps: WorkerDeps, id: number, goOn: GoOn): Promise<boolean> {
  const start = await findImport(deps.database.read, id);
  if (start === undefined) return false;
  const undoing = start.undo_requested_at !== null;
  try {
    const result = undoing ? await undoImport(deps, start, goOn) : await runImport(deps, start, goOn);
    if (result === 'stopped') return false;
    await finish(deps, start, result === 'importer' ? 'importer' : null);
  } catch (error) {
    if (isStoreAway(error)) throw error;
    deps.log.error({ err: error, import: id }, 'an import failed');
    await finish(deps, start, (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'file' : 'fault');
  }
  return true;
}

async function finish({ database, clock, files, log }: WorkerDeps, start: Import, failure: ImportFailure | null) {
  const undoing = start.undo_requested_at !== null;
  const at = instantAt(clock.now());
  const status = failure !== null ? 'failed' : undoing ? 'undone' : 'completed';
  const ending = { status, failure, ...(undoing ? { undone_at: at } : { finished_at: at }) } as const;
  const importer = await findImporter(database.read, start, at);
  const ended = await database.transaction(async (tx) => {
    const row = await finishImport(tx, start.id, ending);
    if (row === undefined) return undefined;
    const { created, skipped, failed, undone, kept, mode } = row;
    const counts = undoing ? { undone, kept } : { mode, created, skipped, failed };
    const action = undoing ? 'import.undo' : 'import.finish';
    const meta = { import_id: row.id, status, ...counts, ...(failure === null ? {} : { failure }) };
    const about = { tenantId: row.target_tenant_id, meta };
    await recordAudit(tx, importer?.call ?? onNobodysBehalf(at), { action, ...about });
    return row;
  });
  await files.remove(start.file);
  if (ended) log.info({ import: ended.id, status, created: ended.created, undone: ended.undone }, 'import ended');
}

const isStoreAway = (error: unknown): boolean =>
  error instanceof AppError && error.definition === storeErrors['store.unavailable'];
