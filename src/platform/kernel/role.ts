/** Roles by decreasing power. The tier is the index; 0 may do most. */
export const ROLES = ['superadmin', 'admin', 'manager', 'member', 'guest'] as const;

export type Role = (typeof ROLES)[number];

export const tierOf = (role: Role): number => ROLES.indexOf(role);

/** True for roles that see or manage other people: granting one requires re-authentication. */
export const givesPower = (role: Role): boolean => tierOf(role) < tierOf('member');
