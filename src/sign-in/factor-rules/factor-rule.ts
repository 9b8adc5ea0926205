import { EVERY_TENANT } from '../../accounts/users/user-rows.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';
import type { Role } from '../../platform/kernel/role.ts';

/** People in a role must have a second factor `grace_days` after the rule was set or they joined. */
export interface FactorRule {
  /** A tenant's id, or `EVERY_TENANT`. */
  readonly scope: TenantId;
  readonly role: Role;
  readonly since: Instant;
  readonly grace_days: number;
  /** The most days of grace that a superadmin allows the tenant's administrators; `null`: no superadmin has set the rule. */
  readonly most_days: number | null;
}

export type WantedRule = Pick<FactorRule, 'role' | 'grace_days'>;

export const MOST_GRACE_DAYS = 365;

export const scopeFor = (tenantId: TenantId | null): TenantId => tenantId ?? EVERY_TENANT;

export const tenantIn = ({ scope }: Pick<FactorRule, 'scope'>): TenantId | null =>
  scope === EVERY_TENANT ? null : scope;
