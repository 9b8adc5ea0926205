import type { Role, User } from '../../client/wire-types.ts';

/** By descending power; the index is the tier. */
export const ROLES: readonly Role[] = ['superadmin', 'admin', 'manager', 'member', 'guest'];

type Standing = Pick<User, 'id' | 'tier'>;

const ADMIN = 1;

/** Hides what the service would refuse: acting on oneself, or on anyone of the same or a higher rank. */
export const mayManage = (viewer: Standing, person: Standing): boolean =>
  person.id !== viewer.id && managesTier(viewer.tier, person.tier);

/** The roles a user may grant. */
export const grantableBy = (tier: number): readonly Role[] => ROLES.filter((_, given) => managesTier(tier, given));

export const isAdministrator = (tier: number): boolean => tier <= ADMIN;

const managesTier = (tier: number, other: number): boolean => tier === 0 || (tier === ADMIN && other > ADMIN);
