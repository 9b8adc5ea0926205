import type { Engine } from '../database.ts';
import { createTable, integerType, type MigrationDb, required, textType } from './columns.ts';

/** Seals over audit records, signed heads of the chain, and the stubs that trimming leaves (docs/audit-chain.md). */
export async function auditChain(db: MigrationDb, engine: Engine): Promise<void> {
  const text = textType(engine);
  const integer = integerType(engine);
  await createTable(db, engine, 'audit_seals')
    .addColumn('seq', integer, (column) => column.primaryKey())
    .addColumn('record_id', integer, (column) => column.notNull().unique())
    .addColumn('actor_salt', text)
    .addColumn('meta_salt', text)
    .addColumn('commitments', text, required)
    .addColumn('hash', text, required)
    .execute();
  for (const table of ['audit_heads', 'audit_stubs']) {
    await createTable(db, engine, table)
      .addColumn('seq', integer, (column) => column.primaryKey())
      .addColumn('hash', text, required)
      .addColumn('signed_at', text, required)
      .addColumn('kid', text, required)
      .addColumn('signature', text, required)
      .execute();
  }
  await db.schema
    .createIndex('audit_records__in_tenant_by_action')
    .on('audit_records')
    .columns(['tenant_id', 'action', 'id'])
    .execute();
  // Time spans are located and daily figures counted in this index alone.
  await db.schema
    .createIndex('audit_records__at')
    .on('audit_records')
    .columns(['at', 'id', 'action', 'tenant_id'])
    .execute();
  await createTable(db, engine, 'leases')
    .addColumn('name', text, (column) => column.primaryKey())
    .addColumn('holder', text, required)
    .addColumn('until', text, required)
    .execute();
}
