import type { Role } from '../kernel/role.ts';
import type { Wording } from '../kernel/wording.ts';

export const roleNames = {
  'role.superadmin': { hr: 'Glavni administrator', en: 'Head administrator' },
  'role.admin': { hr: 'Administrator', en: 'Administrator' },
  'role.manager': { hr: 'Voditelj', en: 'Manager' },
  'role.member': { hr: 'Član', en: 'Member' },
  'role.guest': { hr: 'Gost', en: 'Guest' },
} satisfies Record<`role.${Role}`, Wording>;
