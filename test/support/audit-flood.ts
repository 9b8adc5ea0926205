import type { Database } from '../../src/platform/database/database.ts';
import { insertRows } from '../../src/platform/database/insert-rows.ts';
import type { Instant } from '../../src/platform/kernel/clock.ts';

/** A record without an actor. */
export interface RecordOfNobody {
  readonly at: Instant;
  readonly tenant_id: number | null;
  readonly action: string;
  readonly ip: string | null;
  readonly meta: string;
}

const COLUMNS = ['at', 'tenant_id', 'action', 'ip', 'meta'] as const;
const AT_ONCE = 20_000;

/** Writes the same record many times, bypassing the service, which would take hours. */
export async function floodAudit(
  { transaction }: Pick<Database, 'transaction'>,
  record: RecordOfNobody,
  count = 1,
): Promise<void> {
  for (let left = count; left > 0; left -= AT_ONCE) {
    const rows = Array<RecordOfNobody>(Math.min(left, AT_ONCE)).fill(record);
    const wanted = { table: 'audit_records', columns: COLUMNS, numbers: ['tenant_id'], rows } as const;
    await transaction((tx) => insertRows(tx, wanted));
  }
}
