import type { Logger } from 'pino';
import type { Database } from '../../platform/database/database.ts';
import type { FileStore } from '../../platform/files/files.ts';
import type { RecurringJob, RecurringJobs } from '../../platform/jobs/recurring-jobs.ts';
import { type Clock, nowOf } from '../../platform/kernel/clock.ts';
import { hours, type Milliseconds } from '../../platform/kernel/durations.ts';
import { DOCUMENTS, hashOfKey, isOldDraft } from './document-files.ts';
import { letGoOfFile, listAbandonedContents, listFileKeys } from './document-files-store.ts';

interface SweepDeps {
  readonly database: Database;
  readonly files: FileStore;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Far longer than an upload may take, so that none in progress is removed. */
const ABANDONED_AFTER = hours(2);
const BATCH = 500;

/** Removes files stored before `before` that no document has, left by a crash between two steps. Returns how many. */
export async function sweepDocuments(
  { database, files, clock }: Pick<SweepDeps, 'database' | 'files' | 'clock'>,
  before: Milliseconds,
): Promise<number> {
  for (const sha256 of await listAbandonedContents(database.read))
    await database.transaction((tx) => letGoOfFile(tx, sha256, nowOf(clock)));
  let removed = 0;
  let batch: string[] = [];
  const checkBatch = async () => {
    const hashes = batch.flatMap((key) => hashOfKey(key) ?? []);
    const referred = new Set(await listFileKeys(database.read, hashes));
    for (const key of batch.filter((one) => !referred.has(one))) {
      await files.remove(key);
      removed++;
    }
    batch = [];
  };
  for await (const { key, about } of files.list(DOCUMENTS)) {
    if (hashOfKey(key) === undefined && !isOldDraft(key)) continue; // not ours
    const facts = await about();
    if (facts !== undefined && facts.modified < before) batch.push(key);
    if (batch.length === BATCH) await checkBatch();
  }
  await checkBatch();
  return removed;
}

export function documentSweep({ log, ...deps }: SweepDeps, jobs: RecurringJobs): RecurringJob {
  return jobs.recur({ name: 'document-sweep', every: hours(1) }, async () => {
    const removed = await sweepDocuments(deps, deps.clock.now() - ABANDONED_AFTER);
    if (removed > 0) log.info({ removed }, 'removed abandoned document files');
  });
}
