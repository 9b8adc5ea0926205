import type { Logger } from 'pino';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { type AuditEntry, recordAudit } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { LeasedWorker } from '../../platform/jobs/leased-worker.ts';
import { type Instant, instantAt, nowOf } from '../../platform/kernel/clock.ts';
import { days, hours } from '../../platform/kernel/durations.ts';
import { isMissingFile } from '../../platform/kernel/unchecked.ts';
import { actWorker } from '../long-acts/act-worker.ts';
import { isUndoing } from '../long-acts/long-act.ts';
import { forgetCorrections } from './corrections-store.ts';
import type { Import } from './import.ts';
import { forgetChangesIn, importRows } from './import-rows-store.ts';
import { atRest, dropExpiredFiles, hasExpiredFiles, imports, listKeptFiles, listOpenFiles } from './imports-store.ts';
import { DECLARED, findImporter, type RunDeps } from './run-deps.ts';
import { batchesOf, runBatch } from './run-import.ts';
import { undoRows } from './undo-import.ts';

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
      for (const name of await database.transaction((tx) => expireFiles(tx, at))) await files.remove(name);
    if (clock.now() - sweptAt < SWEPT_EVERY) return;
    sweptAt = clock.now();
    const inUse = [...(await listOpenFiles(database.read)), ...(await listKeptFiles(database.read))];
    await files.sweep(new Set(inUse), clock.now() - ABANDONED_AFTER);
  };
  return actWorker(deps, {
    name: 'user-import',
    acts: imports,
    rows: importRows,
    declared: DECLARED,
    prepare: sweep,
    findActing: findImporter,
    batches: (start: Import) => batchesOf(deps, start),
    within: 'bulkTransaction',
    run: (tx, start, importer, rows) => runBatch(tx, deps, start, importer, rows),
    undoneAtOnce: 100,
    undo: undoRows,
    failureOf: (error) => (error === undefined ? 'importer' : isMissingFile(error) ? 'file' : 'fault'),
    atRest: (start, failure) =>
      atRest(failure !== null || !isFileWorthIt(start) ? null : instantAt(clock.now() + KEPT_FOR)),
    recordEnd,
    afterEnd: async (start, ended) => {
      if (ended === undefined || ended.kept_until === null) await files.remove(start.file);
    },
  });
}

async function expireFiles(tx: Tx, at: Instant): Promise<string[]> {
  const expired = await dropExpiredFiles(tx, at);
  const checks = expired.filter(({ mode }) => mode === 'dry-run').map(({ id }) => id);
  await forgetChangesIn(tx, checks);
  await forgetCorrections(
    tx,
    expired.map(({ id }) => id),
  );
  return expired.map(({ file }) => file);
}

/** Nobody could ask for the file of an operator's import, and that of an undone one is gone. */
const isFileWorthIt = (start: Import): boolean =>
  !isUndoing(start) && !(start.asked_by === null && start.asked_by_service === null);

async function recordEnd(tx: Tx, call: AuditedCall, ended: Import): Promise<void> {
  if (ended.kept_until === null && ended.corrected > 0) await forgetCorrections(tx, [ended.id]);
  const { id, target_tenant_id: tenantId, status, failure, created, skipped, failed, undone, kept, mode } = ended;
  const of = { import_id: id, status };
  const why = failure === null ? {} : { failure };
  const renewed = ended.existing === 'update' ? { updated: ended.updated } : {};
  const entry: AuditEntry<'import.undo' | 'import.finish'> = isUndoing(ended)
    ? { action: 'import.undo', meta: { ...of, undone, kept, ...why } }
    : { action: 'import.finish', meta: { ...of, mode, created, skipped, failed, ...renewed, ...why } };
  await recordAudit(tx, call, { ...entry, tenantId });
}
