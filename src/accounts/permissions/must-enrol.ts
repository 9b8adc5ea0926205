import { BEFORE_ALL, type Instant, instantAt } from '../../platform/kernel/clock.ts';
import { days } from '../../platform/kernel/durations.ts';
import { tierOf } from '../../platform/kernel/role.ts';
import { type FactorRulesOfUser, factorRuleIn } from '../users/factor-rules-of-user-store.ts';
import type { User } from '../users/user.ts';
import type { FactorsOfUser, SecondFactors } from './second-factors.ts';

interface InRole extends FactorRulesOfUser, Pick<User, 'role' | 'created_at'> {}

export interface Enrollable extends InRole, FactorsOfUser {}

/**
 * When a person in this role must have a second factor; `undefined`: never. A rule for every tenant replaces the default
 * (`enrolTier`: the weakest tier that must have one; -1 for nobody). A tenant's own rule can only be stricter: the earlier
 * date counts. For people who joined after a rule was set, the days of grace start when they joined.
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

/** Whether a person must enrol a second factor before anything else. */
export const mustEnrol = (person: Enrollable, factors: SecondFactors, at: Instant): boolean =>
  !factors.has(person) && isFactorDue(person, factors.enrolTier, at);

/** Whether a second factor is already mandatory for this role. */
export function isFactorDue(person: InRole, enrolTier: number, at: Instant): boolean {
  const due = factorDueAt(person, enrolTier);
  return due !== undefined && due <= at;
}

/** The deadline to enrol a second factor; `null` if the person has one, none is required, or it is already due. */
export function enrolBy(person: Enrollable, factors: SecondFactors, at: Instant): Instant | null {
  const due = factors.has(person) ? undefined : factorDueAt(person, factors.enrolTier);
  return due !== undefined && due > at ? due : null;
}
