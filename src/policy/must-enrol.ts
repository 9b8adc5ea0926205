import { BEFORE_ALL, type Instant, instantAt } from '../kernel/clock.ts';
import { days } from '../kernel/durations.ts';
import { tierOf } from '../kernel/role.ts';
import { type FactorRulesOfUser, factorRuleIn } from '../users/factor-rules-of-user.ts';
import type { User } from '../users/user.ts';
import type { FactorsOfUser, SecondFactors } from './second-factors.ts';

interface InRole extends FactorRulesOfUser, Pick<User, 'role' | 'created_at'> {}

export interface Enrollable extends InRole, FactorsOfUser {}

/**
 * From when on somebody in this role must have a second factor; `undefined`: never. What every tenant is asked stands in
 * place of the default (`enrolTier`: the weakest tier that must; -1 for nobody), and a tenant can only ask for more: the
 * earlier of the two counts. Who came after a rule has its days of grace from then on.
 */
export function factorDueAt(
  { role, created_at, tenant_factor_rule, common_factor_rule }: InRole,
  enrolTier: number,
): Instant | undefined {
  const common = dueBy(common_factor_rule, created_at) ?? (tierOf(role) <= enrolTier ? BEFORE_ALL : undefined);
  const own = dueBy(tenant_factor_rule, created_at);
  return common === undefined || (own !== undefined && own < common) ? own : common;
}

function dueBy(rule: string | null, createdAt: Instant): Instant | undefined {
  if (rule === null) return undefined;
  const { since, graceDays } = factorRuleIn(rule);
  return dueAfter(since > createdAt ? since : createdAt, graceDays);
}

const dueAfter = (from: string, graceDays: number): Instant => instantAt(Date.parse(from) + days(graceDays));

/** Whether somebody must enrol a second factor before anything else. */
export const mustEnrol = (person: Enrollable, factors: SecondFactors, at: Instant): boolean =>
  !factors.has(person) && isFactorDue(person, factors.enrolTier, at);

/** Whether somebody in this role may not be without one any more. */
export function isFactorDue(person: InRole, enrolTier: number, at: Instant): boolean {
  const due = factorDueAt(person, enrolTier);
  return due !== undefined && due <= at;
}

/** Until when somebody still has to enrol one; `null` when it is there, not asked for, or due already. */
export function enrolBy(person: Enrollable, factors: SecondFactors, at: Instant): Instant | null {
  const due = factors.has(person) ? undefined : factorDueAt(person, factors.enrolTier);
  return due !== undefined && due > at ? due : null;
}
