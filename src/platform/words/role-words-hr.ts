import type { Role } from '../kernel/role.ts';

export const roleWords = {
  'role.superadmin': 'Glavni administrator',
  'role.admin': 'Administrator',
  'role.manager': 'Voditelj',
  'role.member': 'Član',
  'role.guest': 'Gost',
} satisfies Record<`role.${Role}`, string>;
