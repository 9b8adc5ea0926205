import type { Role, User } from '../../client/wire-types.ts';

/** By falling power; the place of each is its tier. */
export const ROLES: readonly Role[] = ['superadmin', 'admin', 'manager', 'member', 'guest'];

type Standing = Pick<User, 'id' | 'tier'>;

const ADMIN = 1;

/** What the service would refuse is not offered: acts on oneself, and on whoever stands as high or higher. */
export const mayManage = (viewer: Standing, person: Standing): boolean =>
  person.id !== viewer.id && managesTier(viewer.tier, person.tier);

/** The roles somebody may give to others. */
export const grantableBy = (tier: number): readonly Role[] => ROLES.filter((_, given) => managesTier(tier, given));

export const isAdministrator = (tier: number): boolean => tier <= ADMIN;

const managesTier = (tier: number, other: number): boolean => tier === 0 || (tier === ADMIN && other > ADMIN);
