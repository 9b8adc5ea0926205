import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';
import type { Instant } from '../kernel/clock.ts';
import type { AuditAction } from './audit-actions.ts';

/** Actions of one client address within one minute. Dropped two minutes later. */
interface AuditBurst {
  readonly minute: Instant;
  /** Keyed digest of the address as rate limits count it. */
  readonly address: string;
  readonly action: AuditAction;
  /** As in audit records; never kept for some actions. */
  readonly ip: string | null;
  readonly written: number;
  readonly suppressed: number;
}

declare module '../database/schema.ts' {
  interface Schema {
    audit_bursts: AuditBurst;
  }
}

/** Counts one occurrence in one statement, so that `most` holds across nodes. */
export async function countBurst(
  tx: Tx,
  burst: Pick<AuditBurst, 'minute' | 'address' | 'action' | 'ip'>,
  most: number,
): Promise<'record' | 'sum'> {
  const { suppressed } = await tx
    .insertInto('audit_bursts')
    .values({ ...burst, written: 1, suppressed: 0 })
    .onConflict((conflict) =>
      conflict.columns(['minute', 'address', 'action']).doUpdateSet({
        written: sql`case when audit_bursts.written < ${most} then audit_bursts.written + 1 else audit_bursts.written end`,
        suppressed: sql`case when audit_bursts.written < ${most} then 0 else audit_bursts.suppressed + 1 end`,
      }),
    )
    .returning('suppressed')
    .executeTakeFirstOrThrow();
  return suppressed === 0 ? 'record' : 'sum';
}

/** Removes the counts of earlier minutes and returns those above the limit, each exactly once. */
export async function takeBursts(tx: Tx, before: Instant): Promise<AuditBurst[]> {
  const past = tx.deleteFrom('audit_bursts').where('minute', '<', before);
  const summed = await past.where('suppressed', '>', 0).returningAll().execute();
  await past.where('suppressed', '=', 0).execute();
  return summed.sort((one, other) => (one.minute < other.minute ? -1 : 1));
}
