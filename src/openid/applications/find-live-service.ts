import { findPath } from '../../accounts/tenants/tenant-tree-store.ts';
import type { ActingService } from '../../platform/audit/audit-context.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';
import { hasEnded, isService } from './application.ts';
import { findApplication } from './applications-store.ts';

interface ServiceQuery {
  readonly id: string;
  /** Where it was asked to work. */
  readonly tenantId: TenantId;
  readonly at: Instant;
}

/** The service that requested work which runs later; `undefined` if it has ended or may not import any more. */
export async function findLiveService(db: Db, { id, tenantId, at }: ServiceQuery): Promise<ActingService | undefined> {
  const found = await findApplication(db, id);
  if (found === undefined || !isService(found) || hasEnded(found, at) || found.tenant_id === null) return undefined;
  if (
    found.tenant_id !== tenantId &&
    !(found.reach === 'below' && (await findPath(db, tenantId)).includes(found.tenant_id))
  )
    return undefined;
  return found.scopes.includes('imports:write') ? { id, name: found.name, tenantId: found.tenant_id } : undefined;
}
