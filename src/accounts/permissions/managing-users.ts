import { hasCapability } from '../../platform/http/capabilities.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { TenantId, UserId } from '../../platform/kernel/entity-id.ts';
import { ROLES, type Role, tierOf } from '../../platform/kernel/role.ts';
import { idsOf } from '../tenants/tenant-ancestors.ts';

/** The caller of an administration route. */
export interface Manager {
  /** Null for a service. */
  readonly userId: UserId | null;
  readonly tenantId: TenantId;
  /** With everything below it, where the manager reaches that. */
  readonly reached?: ReadonlySet<TenantId> | undefined;
  readonly tier: number;
}

/** The tenants that an account reaches in the membership it acts in, or a service, if that is more than its own. */
export const reachedBy = ({ reached }: { readonly reached: string | null }): ReadonlySet<TenantId> | undefined =>
  reached === null ? undefined : idsOf(reached);

export interface Managed {
  readonly id: UserId;
  readonly tenant_id: TenantId;
  readonly role: Role;
  /** Where it is known as what they are seen. */
  readonly membership?: { readonly reach: 'own' | 'below' };
}

const SUPERADMIN = 0;
const ADMIN = 1;

export const reachesEveryTenant = (manager: Pick<Manager, 'tier'>): boolean => hasCapability(manager, 'tenants.all');

export const reachesTenant = (manager: Manager, tenantId: TenantId): boolean =>
  reachesEveryTenant(manager) || manager.tenantId === tenantId || manager.reached?.has(tenantId) === true;

/**
 * The tenant, if the manager reaches it.
 * @throws AppError `tenants.not_found` (404) for one out of scope, as for a missing one
 */
export function reachedTenant(manager: Manager, tenantId: TenantId): TenantId {
  if (!reachesTenant(manager, tenantId)) throw new AppError('tenants.not_found');
  return tenantId;
}

/** Superadmins manage and grant every tier, admins the tiers below their own, others none. */
export const managesTier = (manager: Pick<Manager, 'tier'>, tier: number): boolean =>
  manager.tier === SUPERADMIN || (manager.tier === ADMIN && tier > ADMIN);

/** The same in a tenant: in what is below their own, admins manage admins too. */
const managesTierIn = (manager: Manager, tenantId: TenantId, tier: number): boolean =>
  managesTier(manager, tier) ||
  (manager.tier === ADMIN &&
    tier === ADMIN &&
    tenantId !== manager.tenantId &&
    manager.reached?.has(tenantId) === true);

/**
 * Whether a manager is above what somebody is in a tenant. Whoever reaches what is below is managed by those who reach it alone: with
 * their account, or a stronger role for them, others would reach further than they may.
 */
export const managesRoleIn = (manager: Manager, { tenant_id, role, membership }: Omit<Managed, 'id'>): boolean =>
  managesTierIn(manager, tenant_id, tierOf(role)) && (membership?.reach !== 'below' || mayGrantReach(manager));

/**
 * The one rule for acting on a person. Another tenant's person is indistinguishable from a missing one.
 * @throws AppError 404, 409 (oneself), 403, in this order
 */
export function requireMayManage<Person extends Managed>(manager: Manager, person: Person | undefined): Person {
  if (person === undefined || !reachesTenant(manager, person.tenant_id)) throw new AppError('users.not_found');
  if (person.id === manager.userId) throw new AppError('users.self');
  if (!managesRoleIn(manager, person)) throw new AppError('users.tier');
  return person;
}

/** Like `requireMayManage`, as a predicate. */
export const mayManage = (manager: Manager, person: Managed): boolean =>
  reachesTenant(manager, person.tenant_id) && person.id !== manager.userId && managesRoleIn(manager, person);

/** @throws AppError 404 for a tenant out of scope, 403 for a role that the manager may not grant */
export function requireMayGrant(manager: Manager, tenantId: TenantId, role: Role): void {
  if (!reachesTenant(manager, tenantId)) throw new AppError('tenants.not_found');
  if (!managesTierIn(manager, tenantId, tierOf(role))) throw new AppError('users.tier');
}

/** Only who reaches what is below lets others reach it. */
export const mayGrantReach = (manager: Pick<Manager, 'tier' | 'reached'>): boolean =>
  reachesEveryTenant(manager) || manager.reached !== undefined;

/** The roles that a manager may grant, by falling power. */
export const grantableRoles = (manager: Pick<Manager, 'tier'>): Role[] =>
  ROLES.filter((role) => managesTier(manager, tierOf(role)));
