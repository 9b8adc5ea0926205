import { EVERY_TENANT } from '../../accounts/users/factor-rules-of-user-store.ts';
import { defineTable, integer, type RowOf, text } from '../../platform/database/define-table.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';
import type { Role } from '../../platform/kernel/role.ts';

/** People in a role must have a second factor `grace_days` after the rule was set or they joined. */
export const factorRulesTable = defineTable(
  'factor_rules',
  {
    /** A tenant's id, or `EVERY_TENANT`. */
    scope: integer<TenantId>(),
    role: text<Role>(),
    since: text<Instant>(),
    grace_days: integer(),
    /** The most days of grace that a superadmin allows the tenant's administrators; `null`: no superadmin has set the rule. */
    most_days: integer().orNull(),
  },
  {
    key: ['scope', 'role'],
    clustered: true,
    personal: { nobody: 'rules by role' },
  },
);

export type FactorRule = RowOf<typeof factorRulesTable>;

export type RequestedRule = Pick<FactorRule, 'role' | 'grace_days'>;

export const MOST_GRACE_DAYS = 365;

export const scopeFor = (tenantId: TenantId | null): TenantId => tenantId ?? EVERY_TENANT;

export const tenantIn = ({ scope }: Pick<FactorRule, 'scope'>): TenantId | null =>
  scope === EVERY_TENANT ? null : scope;
