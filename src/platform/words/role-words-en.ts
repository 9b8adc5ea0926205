import type { Role } from '../kernel/role.ts';

export const roleWords = {
  'role.superadmin': 'Head administrator',
  'role.admin': 'Administrator',
  'role.manager': 'Manager',
  'role.member': 'Member',
  'role.guest': 'Guest',
} satisfies Record<`role.${Role}`, string>;
