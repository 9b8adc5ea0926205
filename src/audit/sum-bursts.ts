import type { Database } from '../database/database.ts';
import type { RecurringJob, RecurringJobs } from '../jobs/recurring-jobs.ts';
import { type Clock, instantAt } from '../kernel/clock.ts';
import { seconds } from '../kernel/durations.ts';
import { takeBursts } from './audit-bursts-store.ts';
import { addAuditRecords } from './audit-store.ts';
import { MINUTE, minuteOf } from './record-or-sum.ts';

interface SumDeps {
  readonly database: Database;
  readonly clock: Clock;
}

/**
 * Writes one record for each minute, address and action of which records were left out, in the transaction that takes the
 * count away. A minute is summed when the next one is over too: no transaction that counts in it is under way any more.
 * Returns how many records.
 */
export function sumBursts({ database, clock }: SumDeps): Promise<number> {
  const at = instantAt(clock.now());
  const before = minuteOf(instantAt(clock.now() - MINUTE));
  return database.transaction(async (tx) => {
    const bursts = await takeBursts(tx, before);
    // `at` is when it is written: a record from before the last head would count as written later than it says.
    const records = bursts.map(({ action, ip, minute, suppressed }) => ({
      at,
      action,
      ip,
      tenant_id: null,
      actor_id: null,
      actor_email: null,
      user_id: null,
      user_agent: null,
      request_id: null,
      meta: JSON.stringify({ suppressed, minute }),
    }));
    await addAuditRecords(tx, database.engine, records);
    return bursts.length;
  });
}

export const sumJob = (deps: SumDeps, jobs: RecurringJobs): RecurringJob =>
  jobs.recur({ name: 'audit-sums', every: seconds(20) }, () => sumBursts(deps));
