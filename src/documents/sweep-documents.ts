import { rm } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import type { RecurringJob, RecurringJobs } from '../jobs/recurring-jobs.ts';
import type { Clock } from '../kernel/clock.ts';
import { hours, type Milliseconds } from '../kernel/durations.ts';
import type { DocumentFiles } from './document-files.ts';
import { listReferredFiles } from './document-files-store.ts';

interface SweepDeps {
  readonly database: Database;
  readonly files: DocumentFiles;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Far longer than an upload may take, so that none in progress is removed. */
const ABANDONED_AFTER = hours(2);

/** Removes files made before `before` that no document has, left by a crash between two steps. Returns how many. */
export async function sweepDocuments(
  { database, files }: Pick<SweepDeps, 'database' | 'files'>,
  before: Milliseconds,
): Promise<number> {
  let removed = 0;
  for await (const found of files.listOlder(before)) {
    if ('part' in found) await rm(found.part, { force: true });
    else if ((await listReferredFiles(database.read, [found.sha256])).length > 0) continue;
    else await files.remove(found.sha256);
    removed++;
  }
  return removed;
}

export function documentSweep({ clock, log, ...deps }: SweepDeps, jobs: RecurringJobs): RecurringJob {
  return jobs.recur({ name: 'document-sweep', every: hours(1) }, async () => {
    const removed = await sweepDocuments(deps, clock.now() - ABANDONED_AFTER);
    if (removed > 0) log.info({ removed }, 'removed abandoned document files');
  });
}
