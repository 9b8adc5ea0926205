import { AppError } from '../kernel/app-error.ts';
import { type Role, tierOf } from '../kernel/role.ts';
import { policyErrors } from './policy-errors.ts';

/** Who manages: the caller of an administration route. */
export interface Manager {
  readonly userId: number;
  readonly tenantId: number;
  readonly tier: number;
}

/** Whom it is about. */
export interface Managed {
  readonly id: number;
  readonly tenant_id: number;
  readonly role: Role;
}

const SUPERADMIN = 0;
const ADMIN = 1;

/** Superadmins act in every tenant, everybody else in their own. */
export const reachesTenant = (manager: Manager, tenantId: number): boolean =>
  manager.tier === SUPERADMIN || manager.tenantId === tenantId;

/** A superadmin manages and grants every tier, an admin the tiers below their own, nobody else any. */
export const managesTier = (manager: Pick<Manager, 'tier'>, tier: number): boolean =>
  manager.tier === SUPERADMIN || (manager.tier === ADMIN && tier > ADMIN);

/**
 * The one rule for acting on a person. Another tenant's person is not told from one who does not exist.
 * @throws AppError 404, 409 (oneself), 403, in this order
 */
export function requireMayManage<Person extends Managed>(manager: Manager, person: Person | undefined): Person {
  if (person === undefined || !reachesTenant(manager, person.tenant_id))
    throw new AppError(policyErrors['users.not_found']);
  if (person.id === manager.userId) throw new AppError(policyErrors['users.self']);
  if (!managesTier(manager, tierOf(person.role))) throw new AppError(policyErrors['users.tier']);
  return person;
}

/** The same as a question. */
export const mayManage = (manager: Manager, person: Managed): boolean =>
  reachesTenant(manager, person.tenant_id) && person.id !== manager.userId && managesTier(manager, tierOf(person.role));

/** @throws AppError 404 for a tenant out of reach, 403 for a role that the manager may not grant */
export function requireMayGrant(manager: Manager, tenantId: number, role: Role): void {
  if (!reachesTenant(manager, tenantId)) throw new AppError(policyErrors['users.not_found']);
  if (!managesTier(manager, tierOf(role))) throw new AppError(policyErrors['users.tier']);
}
