import type { Db } from '../database/database.ts';
import type { TenantId } from '../kernel/entity-id.ts';
import type { ChainedRecord } from './audit-chain.ts';

/** One record; with a tenant only if it is that tenant's. */
export const findRecord = (db: Db, id: number, tenantId: TenantId | undefined): Promise<ChainedRecord | undefined> =>
  db
    .selectFrom('audit_records')
    .selectAll()
    .where('id', '=', id)
    .$if(tenantId !== undefined, (record) => record.where('tenant_id', '=', tenantId ?? null))
    .executeTakeFirst();
