import type { Database, Tx } from '../database/database.ts';
import type { Job } from '../jobs/recurring-jobs.ts';
import { type Clock, epochOf, type Instant, instantAt, nowOf } from '../kernel/clock.ts';
import { type Milliseconds, minutes, seconds } from '../kernel/durations.ts';
import type { Keyring } from '../keys/keyring.ts';
import type { AuditedCall } from './audit-context.ts';
import { addAuditRecords, countBurst, takeBursts } from './audit-store.ts';
import { type AuditEntry, recordAudit } from './record-audit.ts';

/**
 * Records acts that anybody can cause without signing in. Above a number of records per minute, action and address, the rest
 * of that minute is only counted, and summed up in one record (`sumBursts`). Do not use it for changes, nor for failures
 * about an existing account.
 */
export type RecordOrSum = (tx: Tx, call: AuditedCall, limitKey: string, entry: AuditEntry) => Promise<void>;

export const recordOrSum =
  ({ keys, most }: { keys: Keyring; most: number }): RecordOrSum =>
  async (tx, call, limitKey, entry) => {
    const burst = {
      minute: minuteOf(call.at),
      address: keys.hmac('audit burst', limitKey).toString('base64url').slice(0, 22),
      action: entry.action,
      ip: call.context.ip,
    };
    if ((await countBurst(tx, burst, most)) === 'record') await recordAudit(tx, call, entry);
  };

const MINUTE: Milliseconds = minutes(1);

const minuteOf = (at: Instant): Instant => instantAt(Math.floor(epochOf(at) / MINUTE) * MINUTE);

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

export const sumJob = (deps: SumDeps): Job => ({
  name: 'audit-sums',
  every: seconds(20),
  run: () => sumBursts(deps),
});
