import type { StoredUser } from '../../client/stored-session.ts';
import type { OwnUser, Role } from '../../client/wire-types.ts';
import { service } from './service.ts';

/** Who is signed in here, as the service last said. */
export const viewer = (): StoredUser | undefined => (service.holdsSignIn() ? service.storedUser() : undefined);

/** Whether the role of who is signed in has a capability; the service decides again at every call. */
export const may = (capability: OwnUser['capabilities'][number]): boolean =>
  viewer()?.capabilities.includes(capability) ?? false;

/** Whether the membership in which they act reaches what is below its tenant. What an older version of these pages stored has no list. */
const reachesBelow = (): boolean =>
  viewer()?.memberships?.some(({ acting, reach }) => acting && reach === 'below') ?? false;

/** Whether they act in several tenants: in all, or in their own and what is below it. */
export const reachesSeveral = (): boolean => may('tenants.all') || (may('people.read') && reachesBelow());

/** The roles that they may grant in a tenant: admins make admins in what is below their own. */
export function grantableIn(tenantId: number): readonly Role[] {
  const { grantable_roles: own = [], tenant_id } = viewer() ?? {};
  const more = may('people.manage') && reachesBelow() && tenantId !== tenant_id && !own.includes('admin');
  return more ? ['admin', ...own] : own;
}
