import { CAPABILITIES, type Capability, hasCapability } from '../../platform/http/capabilities.ts';
import { ROLES, type Role, tierOf } from '../../platform/kernel/role.ts';
import { keysOf } from '../../platform/kernel/unchecked.ts';
import { grantableRoles } from './managing-users.ts';

/** The pages of the menu, in order, each with the capability it requires. */
const PAGE_NEEDS = {
  overview: 'statistics.read',
  directory: 'people.read',
  users: 'people.read',
  invitations: 'invitations.manage',
  imports: 'imports.manage',
  transfers: 'people.manage',
  audit: 'audit.read',
  privacy: 'erasures.manage',
  mails: 'mails.manage',
  documents: undefined,
  tenants: 'branding.manage',
  factors: 'factors.manage',
  identityProviders: 'identity_providers.manage',
  applications: 'applications.manage',
} as const satisfies Record<string, Capability | undefined>;

export type MenuPage = keyof typeof PAGE_NEEDS;

export const MENU_PAGES = keysOf(PAGE_NEEDS);

/** Where people land after signing in. */
export const START_PAGES = ['overview', 'profile'] as const;

/** What a role allows its holders to do and to open. */
export interface OwnRights {
  readonly capabilities: Capability[];
  readonly grantable_roles: Role[];
  readonly pages: MenuPage[];
  readonly start: (typeof START_PAGES)[number];
}

function rightsFor(role: Role): OwnRights {
  const tier = tierOf(role);
  const mayOpen = (page: MenuPage) => {
    const needs = PAGE_NEEDS[page];
    return needs === undefined || hasCapability({ tier }, needs);
  };
  return {
    capabilities: CAPABILITIES.filter((capability) => hasCapability({ tier }, capability)),
    grantable_roles: grantableRoles({ tier }),
    pages: MENU_PAGES.filter(mayOpen),
    start: mayOpen('overview') ? 'overview' : 'profile',
  };
}

/** By role, computed once: every read of one's own account returns them. */
const RIGHTS = new Map(ROLES.map((role) => [role, rightsFor(role)]));

export const rightsOf = (role: Role): OwnRights => RIGHTS.get(role) ?? rightsFor(role);
