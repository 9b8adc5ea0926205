import type { Database } from '../database/database.ts';
import type { RecurringJob, RecurringJobs } from '../jobs/recurring-jobs.ts';
import { type Clock, instantAt, nowOf } from '../kernel/clock.ts';
import { seconds } from '../kernel/durations.ts';
import { takeBursts } from './audit-bursts-store.ts';
import { addAuditRecords } from './audit-store.ts';
import { MINUTE, minuteOf } from './record-or-sum.ts';

interface SumDeps {
  readonly database: Database;
  readonly clock: Clock;
}

/**
 * Writes one record for each minute, address and action with suppressed records, in the transaction that removes the
 * count. A minute is summed once the next is over, when no transaction can still count in it. Returns how many records.
 */
export function sumBursts({ database, clock }: SumDeps): Promise<number> {
  const at = nowOf(clock);
  const before = minuteOf(instantAt(clock.now() - MINUTE));
  return database.transaction(async (tx) => {
    const bursts = await takeBursts(tx, before);
    // `at` is the time of writing: a record older than the last head would count as written later than it claims.
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
      meta: { suppressed, minute },
    }));
    await addAuditRecords(tx, records);
    return bursts.length;
  });
}

export const sumJob = (deps: SumDeps, jobs: RecurringJobs): RecurringJob =>
  jobs.recur({ name: 'audit-sums', every: seconds(20) }, () => sumBursts(deps));
