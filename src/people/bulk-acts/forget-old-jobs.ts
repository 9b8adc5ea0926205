import type { Tx } from '../../platform/database/database.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { dropJob, listJobsEndedBefore } from './bulk-jobs-store.ts';
import { dropRows } from './bulk-rows-store.ts';

/** Deletes jobs that ended before an instant, at most `most` rows at once. Returns the number of deleted rows and jobs. */
export async function forgetOldJobs(tx: Tx, before: Instant, most: number): Promise<number> {
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
