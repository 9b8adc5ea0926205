import { AppError } from '../../platform/kernel/app-error.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';
import { type Manager, reachesEveryTenant, reachesTenant } from './managing-users.ts';

const made = Symbol('made by scopeOf');

/**
 * The tenants a list may show. Stores require one and only `scopeOf` creates it, so that no list can forget the
 * restriction.
 */
export interface Scope {
  /** `undefined`: every tenant. */
  readonly tenantId: TenantId | undefined;
  /** Whether everything below that tenant belongs to it. */
  readonly below: boolean;
  readonly [made]: true;
}

/** The caller's scope, narrowed to `wanted` if given. @throws AppError 404 for a tenant out of scope */
export function scopeOf(manager: Manager, wanted?: TenantId): Scope {
  if (wanted !== undefined && !reachesTenant(manager, wanted)) throw new AppError('tenants.not_found');
  const tenantId = wanted ?? (reachesEveryTenant(manager) ? undefined : manager.tenantId);
  return { tenantId, below: false, [made]: true };
}
