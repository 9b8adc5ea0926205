import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';
import type { TableOf } from '../database/define-table.ts';
import type { Instant } from '../kernel/clock.ts';
import type { AuditBurst, auditBurstsTable } from './audit-tables.ts';

declare module '../database/schema.ts' {
  interface Schema {
    audit_bursts: TableOf<typeof auditBurstsTable>;
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
