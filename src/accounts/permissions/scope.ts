import type { TenantScope } from '../../platform/database/tenant-scope.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';
import { type Manager, reachesEveryTenant, reachesTenant } from './managing-users.ts';

const made = Symbol('made by scopeOf');

/**
 * The tenants a list may show. Stores require one and only `scopeOf` creates it, so that no list can forget the
 * restriction.
 */
export interface Scope extends TenantScope {
  readonly below: boolean;
  readonly [made]: true;
}

/**
 * The caller's scope: their own tenant, with everything below it where they reach that, or every tenant. Narrowed to `wanted` alone if
 * given. @throws AppError 404 for a tenant out of scope
 */
export function scopeOf(manager: Manager, wanted?: TenantId): Scope {
  if (wanted !== undefined && !reachesTenant(manager, wanted)) throw new AppError('tenants.not_found');
  if (wanted !== undefined) return { tenantId: wanted, below: false, [made]: true };
  if (reachesEveryTenant(manager)) return { tenantId: undefined, below: false, [made]: true };
  return { tenantId: manager.tenantId, below: manager.reached !== undefined, [made]: true };
}
