import type { Tx } from '../database/database.ts';
import { epochOf, type Instant, instantAt } from '../kernel/clock.ts';
import { type Milliseconds, minutes } from '../kernel/durations.ts';
import type { Keyring } from '../keys/keyring.ts';
import { countBurst } from './audit-bursts-store.ts';
import type { AuditedCall } from './audit-context.ts';
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

export const MINUTE: Milliseconds = minutes(1);

export const minuteOf = (at: Instant): Instant => instantAt(Math.floor(epochOf(at) / MINUTE) * MINUTE);
