import type { Generated } from 'kysely';
import type { Engine, Tx } from '../database/database.ts';
import { insertRows } from '../database/insert-rows.ts';
import { preparedStatement } from '../database/prepared-statement.ts';
import type { Instant } from '../kernel/clock.ts';

/** One record as it is stored. Append-only, but for erasure (empties personal columns) and trimming (deletes old sealed records). */
interface AuditRecordsTable {
  id: Generated<number>;
  at: Instant;
  tenant_id: number | null;
  actor_id: number | null;
  actor_email: string | null;
  user_id: number | null;
  action: string;
  ip: string | null;
  user_agent: string | null;
  request_id: string | null;
  /** A JSON object as text: PostgreSQL's jsonb would reorder its members, and records are hashed. */
  meta: string;
}

declare module '../database/schema.ts' {
  interface Schema {
    audit_records: AuditRecordsTable;
  }
}

export type NewAuditRecord = Omit<AuditRecordsTable, 'id'>;

export async function addAuditRecord(tx: Tx, record: NewAuditRecord): Promise<void> {
  await insertAuditRecord(tx, record);
}

const insertAuditRecord = preparedStatement((tx: Tx, record: NewAuditRecord) =>
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

/** Of a record, but its id. */
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

export async function addAuditRecords(tx: Tx, engine: Engine, rows: readonly NewAuditRecord[]): Promise<void> {
  const numbers = ['tenant_id', 'actor_id', 'user_id'] as const;
  await insertRows(tx, { engine, table: 'audit_records', columns: RECORD_COLUMNS, numbers, rows });
}
