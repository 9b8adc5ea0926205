import { type Manager, reachesEveryTenant, reachesTenant } from '../../accounts/permissions/managing-users.ts';
import type { SecondFactors } from '../../accounts/permissions/second-factors.ts';
import { findTenant } from '../../accounts/tenants/tenants-store.ts';
import { EVERY_TENANT } from '../../accounts/users/factor-rules-of-user-store.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { invalidField } from '../../platform/http/request-refusal.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { epochOf } from '../../platform/kernel/clock.ts';
import { days, type Milliseconds } from '../../platform/kernel/durations.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';
import { tierOf } from '../../platform/kernel/role.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { type FactorRule, type RequestedRule, scopeFor } from './factor-rule.ts';
import { dropRule, dropRuleBelow, listRules, putRule, putRuleBelow } from './factor-rules-store.ts';

export interface FactorPolicyDeps extends Pick<Platform, 'database'> {
  readonly factors: SecondFactors;
}

export interface FactorRulesRequest {
  /** `null`: every tenant. */
  readonly tenantId: TenantId | null;
  readonly rules: readonly RequestedRule[];
}

/**
 * Replaces the rules of one tenant, or those for every tenant. Rules about roles above the caller's own stay as they are.
 * @throws AppError 403, 404, 409 `factor_policy.weaker` or `factor_policy.set_above`; InvalidRequest 422
 */
export async function setFactorRules(
  { database, factors: { enrolTier } }: FactorPolicyDeps,
  call: Call,
  { tenantId, rules }: FactorRulesRequest,
): Promise<void> {
  requireMaySet(call.caller, tenantId, rules);
  const scope = scopeFor(tenantId);
  await database.transaction(async (tx) => {
    if (tenantId !== null && (await findTenant(tx, tenantId)) === undefined) throw new AppError('tenants.not_found');
    const all = await listRules(tx, { tenantId: scope });
    const before = all.filter((rule) => rule.scope === scope && tierOf(rule.role) >= call.caller.tier);
    const after = rules.map(
      (rule): FactorRule => ({
        scope,
        since: before.find(({ role }) => role === rule.role)?.since ?? call.at,
        most_days: rule.grace_days,
        ...rule,
      }),
    );
    if (scope !== EVERY_TENANT) {
      const common = all.filter((rule) => rule.scope === EVERY_TENANT);
      for (const rule of after) requireNotWeaker(rule, common, enrolTier);
    }
    const gone = before.filter(({ role }) => !after.some((rule) => rule.role === role));
    const setsMost = reachesEveryTenant(call.caller);
    const isAs = (one: FactorRule, { role, grace_days, most_days }: FactorRule): boolean =>
      one.role === role && one.grace_days === grace_days && (one.most_days === most_days || !setsMost);
    const changed = after.filter((rule) => !before.some((one) => isAs(one, rule)));
    if (gone.length === 0 && changed.length === 0) return;
    if (setsMost) {
      for (const { role } of gone) await dropRule(tx, scope, role);
      for (const rule of changed) await putRule(tx, rule);
    } else await changeBelow(tx, gone, changed);
    const meta = { before: graceOf(before), after: graceOf(after) };
    await recordAudit(tx, call, { action: 'factor_policy.change', tenantId, meta });
  });
}

/** The changes that a tenant's administrator may make: add rules, and make a superadmin's rules stricter. */
async function changeBelow(tx: Tx, gone: readonly FactorRule[], changed: readonly FactorRule[]): Promise<void> {
  for (const { scope, role } of gone)
    if (!(await dropRuleBelow(tx, scope, role))) throw new AppError('factor_policy.set_above');
  for (const rule of changed) if (!(await putRuleBelow(tx, rule))) throw new AppError('factor_policy.set_above');
}

const graceOf = (rules: readonly RequestedRule[]) =>
  Object.fromEntries(rules.map(({ role, grace_days }) => [role, grace_days]));

function requireMaySet(caller: Manager, tenantId: TenantId | null, rules: readonly RequestedRule[]): void {
  if (tenantId === null && !reachesEveryTenant(caller)) throw new AppError('factor_policy.every_tenant');
  if (tenantId !== null && !reachesTenant(caller, tenantId)) throw new AppError('tenants.not_found');
  if (rules.some(({ role }) => tierOf(role) < caller.tier)) throw new AppError('users.tier');
  const roles = rules.map(({ role }) => role);
  if (new Set(roles).size < roles.length)
    throw invalidField('body', 'rules', 'twice', 'Jedna je uloga navedena dvaput.');
}

/** A weaker rule would have no effect, since the earlier date counts, so its author is told. */
function requireNotWeaker(rule: FactorRule, common: readonly FactorRule[], enrolTier: number): void {
  const standing = common.find(({ role }) => role === rule.role);
  const due = standing === undefined ? defaultDue(rule, enrolTier) : dueOf(standing);
  if (rule.grace_days > 0 && dueOf(rule) > due) throw new AppError('factor_policy.weaker');
}

const defaultDue = ({ role }: FactorRule, enrolTier: number): Milliseconds =>
  tierOf(role) <= enrolTier ? 0 : Number.POSITIVE_INFINITY;

const dueOf = ({ since, grace_days }: FactorRule): Milliseconds => epochOf(since) + days(grace_days);
