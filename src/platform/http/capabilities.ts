import { type Role, tierOf } from '../kernel/role.ts';
import { keysOf } from '../kernel/unchecked.ts';

/** Each capability with the weakest role that has it. Routes name one; the pages get those of the signed-in user. */
const WEAKEST_ROLE = {
  'avatar.change': 'member',
  'people.read': 'manager',
  'statistics.read': 'manager',
  'people.manage': 'admin',
  'invitations.manage': 'admin',
  'imports.manage': 'admin',
  'audit.read': 'admin',
  'consents.read': 'admin',
  'erasures.manage': 'admin',
  'mails.manage': 'admin',
  'documents.manage': 'admin',
  'policies.publish': 'admin',
  'branding.manage': 'admin',
  'factors.manage': 'admin',
  'applications.manage': 'admin',
  'audit.verify': 'superadmin',
  'tenants.manage': 'superadmin',
  'identity_providers.manage': 'superadmin',
  /** To act in every tenant; everybody else acts in their own. */
  'tenants.all': 'superadmin',
} as const satisfies Record<string, Role>;

export type Capability = keyof typeof WEAKEST_ROLE;

export const CAPABILITIES = keysOf(WEAKEST_ROLE);

export const weakestTierFor = (capability: Capability): number => tierOf(WEAKEST_ROLE[capability]);

export const hasCapability = ({ tier }: { readonly tier: number }, capability: Capability): boolean =>
  tier <= weakestTierFor(capability);
