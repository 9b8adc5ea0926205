import { sql } from 'kysely';
import type { ChangeBuilder } from '../database/batched-changes.ts';
import type { Tx } from '../database/database.ts';
import type { TableOf } from '../database/define-table.ts';
import { insertRows } from '../database/insert-rows.ts';
import { toJson } from '../database/json-column.ts';
import { preparedStatement } from '../database/prepared-statement.ts';
import type { Instant } from '../kernel/clock.ts';
import type { AuditMeta } from './audit-chain.ts';
import type { AuditBurst, AuditRecordRow, auditBurstsTable, auditRecordsTable } from './audit-tables.ts';

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

declare module '../database/schema.ts' {
  interface Schema {
    audit_records: TableOf<typeof auditRecordsTable>;
  }
}

export type NewAuditRecord = Omit<AuditRecordRow, 'id' | 'meta'> & { readonly meta: AuditMeta };

export async function addAuditRecord(tx: Tx, record: NewAuditRecord): Promise<void> {
  await insertAuditRecord(tx, inJson(record));
}

/** A record to be inserted. */
export type AuditRow = Omit<AuditRecordRow, 'id'>;

export const inJson = (record: NewAuditRecord): AuditRow => ({ ...record, meta: toJson(record.meta) });

const insertAuditRecord = preparedStatement((tx: Tx, record: AuditRow) =>
  tx.insertInto('audit_records').values({
    at: record.at,
    tenant_id: record.tenant_id,
    actor_id: record.actor_id,
    actor_email: record.actor_email,
    user_id: record.user_id,
    action: record.action,
    ip: record.ip,
    user_agent: record.user_agent,
    request_id: record.request_id,
    meta: record.meta,
  }),
);

/** All columns except the id. */
export const RECORD_COLUMNS = [
  'at',
  'tenant_id',
  'actor_id',
  'actor_email',
  'user_id',
  'action',
  'ip',
  'user_agent',
  'request_id',
  'meta',
] as const;

/** The non-text columns. */
export const RECORD_NUMBERS = ['tenant_id', 'actor_id', 'user_id'] as const;

/** Adds an audit record to a bundle of changes. */
export const bundledAuditRecord = (via: ChangeBuilder, record: AuditRow) =>
  via.insertInto('audit_records', record, RECORD_COLUMNS);

export async function addAuditRecords(tx: Tx, rows: readonly NewAuditRecord[]): Promise<void> {
  const numbers = RECORD_NUMBERS;
  await insertRows(tx, { table: 'audit_records', columns: RECORD_COLUMNS, numbers, rows: rows.map(inJson) });
}
