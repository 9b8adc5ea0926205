import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { isUniqueViolation } from '../../platform/database/store-errors.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';
import type { Tenant } from './tenant.ts';
import { tenantErrors } from './tenants-errors.ts';
import * as store from './tenants-store.ts';

/** Renames a tenant, or makes it the publisher of the yearbooks. @throws AppError `tenants.not_found` (404), `tenants.slug_taken` (409) */
export async function changeTenant(
  tx: Tx,
  call: AuditedCall,
  id: TenantId,
  change: Partial<Pick<Tenant, 'name' | 'slug' | 'publisher_since'>>,
): Promise<Tenant> {
  const tenant = await store.changeTenant(tx, id, { ...change, updated_at: call.at }).catch((error: unknown) => {
    throw isUniqueViolation(error, 'tenants__slug_unique')
      ? new AppError(tenantErrors['tenants.slug_taken'], { cause: error })
      : error;
  });
  if (tenant === undefined) throw new AppError(tenantErrors['tenants.not_found']);
  await recordAudit(tx, call, { action: 'tenant.update', tenantId: id, meta: { changed: change } });
  return tenant;
}
