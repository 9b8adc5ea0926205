import type { Logger } from 'pino';
import { type AuditEntry, recordAudit } from '../../platform/audit/record-audit.ts';
import { isStoreUnavailable } from '../../platform/database/store-errors.ts';
import { type GoOn, type LeasedWorker, leasedWorker } from '../../platform/jobs/leased-worker.ts';
import { instantAt, nowOf } from '../../platform/kernel/clock.ts';
import { days, hours } from '../../platform/kernel/durations.ts';
import { isMissingFile } from '../../platform/kernel/unchecked.ts';
import type { Import, ImportFailure } from './import.ts';
import {
  dropExpiredFiles,
  findImport,
  findOpenImport,
  finishImport,
  hasExpiredFiles,
  listKeptFiles,
  listOpenFiles,
} from './imports-store.ts';
import { findImporter, onNobodysBehalf, type RunDeps } from './run-deps.ts';
import { runImport } from './run-import.ts';
import { undoImport } from './undo-import.ts';

export interface WorkerDeps extends RunDeps {
  readonly log: Logger;
}

/** How long a file is kept, so that a check can be corrected and run, or faulty rows be downloaded. */
const KEPT_FOR = days(1);
/** Longer than any upload takes. */
const ABANDONED_AFTER = hours(1);
const SWEPT_EVERY = hours(1);

/** Runs queued imports, in order of request. */
export function importWorker(deps: WorkerDeps): LeasedWorker {
  const { database, clock, files } = deps;
  let sweptAt = Number.NEGATIVE_INFINITY;
  const sweep = async () => {
    const at = nowOf(clock);
    if (await hasExpiredFiles(database.read, at))
      for (const name of await database.transaction((tx) => dropExpiredFiles(tx, at))) await files.remove(name);
    if (clock.now() - sweptAt < SWEPT_EVERY) return;
    sweptAt = clock.now();
    const inUse = [...(await listOpenFiles(database.read)), ...(await listKeptFiles(database.read))];
    await files.sweep(new Set(inUse), clock.now() - ABANDONED_AFTER);
  };
  return leasedWorker(deps, {
    name: 'user-import',
    prepare: sweep,
    findNext: () => findOpenImport(database.read),
    work: ({ id }, goOn) => work(deps, id, goOn),
  });
}

/** Returns whether the import has ended. If the store is unavailable, it has not, and continues later. */
async function work(deps: WorkerDeps, id: number, goOn: GoOn): Promise<boolean> {
  const start = await findImport(deps.database.read, id);
  if (start === undefined) return false;
  const undoing = start.undo_requested_at !== null;
  try {
    const result = undoing ? await undoImport(deps, start, goOn) : await runImport(deps, start, goOn);
    if (result === 'stopped') return false;
    await finish(deps, start, result === 'importer' ? 'importer' : null);
  } catch (error) {
    if (isStoreUnavailable(error)) throw error;
    deps.log.error({ err: error, import: id }, 'an import failed');
    await finish(deps, start, isMissingFile(error) ? 'file' : 'fault');
  }
  return true;
}

type Ending = AuditEntry<'import.undo' | 'import.finish'>;

async function finish({ database, clock, files, log }: WorkerDeps, start: Import, failure: ImportFailure | null) {
  const undoing = start.undo_requested_at !== null;
  const at = nowOf(clock);
  const status = failure !== null ? 'failed' : undoing ? 'undone' : 'completed';
  const isByOperator = start.asked_by === null && start.asked_by_service === null;
  const kept_until = failure === null && !undoing && !isByOperator ? instantAt(clock.now() + KEPT_FOR) : null;
  const ending = { status, failure, kept_until, ...(undoing ? { undone_at: at } : { finished_at: at }) } as const;
  const importer = await findImporter(database.read, start, at);
  const ended = await database.transaction(async (tx) => {
    const row = await finishImport(tx, start.id, ending);
    if (row === undefined) return undefined;
    const { created, skipped, failed, undone, kept, mode } = row;
    const of = { import_id: row.id, status } as const;
    const why = failure === null ? {} : { failure };
    const entry: Ending = undoing
      ? { action: 'import.undo', meta: { ...of, undone, kept, ...why } }
      : { action: 'import.finish', meta: { ...of, mode, created, skipped, failed, ...why } };
    const tenantId = row.target_tenant_id;
    await recordAudit(tx, importer?.call ?? onNobodysBehalf(at), { ...entry, tenantId });
    return row;
  });
  if (ended === undefined || ended.kept_until === null) await files.remove(start.file);
  if (ended) log.info({ import: ended.id, status, created: ended.created, undone: ended.undone }, 'import ended');
}
