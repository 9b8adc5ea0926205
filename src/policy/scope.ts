import { AppError } from '../kernel/app-error.ts';
import { type Manager, reachesTenant } from './managing-users.ts';
import { policyErrors } from './policy-errors.ts';

const made = Symbol('made by scopeOf');

/**
 * The tenants that a list may show. Stores ask for one, and only `scopeOf` makes one, so that no list can forget whose
 * people it shows. `tenantId` undefined: every tenant.
 */
export interface Scope {
  readonly tenantId: number | undefined;
  readonly [made]: true;
}

/** The caller's reach, narrowed to `wanted` where it is named. @throws AppError 404 for a tenant out of reach */
export function scopeOf(manager: Manager, wanted?: number): Scope {
  if (wanted !== undefined && !reachesTenant(manager, wanted)) throw new AppError(policyErrors['users.not_found']);
  const everywhere = manager.tier === 0;
  return { tenantId: wanted ?? (everywhere ? undefined : manager.tenantId), [made]: true };
}
