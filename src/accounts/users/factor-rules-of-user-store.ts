import { type RawBuilder, sql } from 'kysely';
import { ACTING_ROLE } from './acting-store.ts';

/** The scope of rules that hold in every tenant; any other is a tenant's id. */
export const EVERY_TENANT = 0;

/** A rule as one text (since when, days of grace), so that one statement reads an account with its rules. */
const ruleIn = (scope: RawBuilder<unknown>, role: RawBuilder<unknown>) => sql<string | null>`(
  select rules.since || ' ' || rules.grace_days from factor_rules as rules
  where rules.scope = ${scope} and rules.role = ${role}
)`;

const rulesFor = (tenant: RawBuilder<unknown>, role: RawBuilder<unknown>) =>
  [
    ruleIn(tenant, role).as('tenant_factor_rule'),
    ruleIn(sql.lit(EVERY_TENANT), role).as('common_factor_rule'),
  ] as const;

/** For statements over `users`: the rules for the person's role, those of their tenant and those of every tenant. */
export const FACTOR_RULES_OF_USER = rulesFor(sql.ref('users.tenant_id'), sql.ref('users.role'));

/** The same for statements over `memberships`. */
export const FACTOR_RULES_OF_MEMBERSHIP = rulesFor(sql.ref('memberships.tenant_id'), ACTING_ROLE);

/** The same for lists: the rules for the membership that is listed. */
export const FACTOR_RULES_OF_LISTED = rulesFor(sql.ref('listed.member_of'), sql.ref('listed.role'));

/** The columns of `FACTOR_RULES_OF_USER`. */
export interface FactorRulesOfUser {
  readonly tenant_factor_rule: string | null;
  readonly common_factor_rule: string | null;
}

/** Parses the text of a rule. */
export function factorRuleIn(text: string): { readonly since: string; readonly graceDays: number } {
  const space = text.indexOf(' ');
  return { since: text.slice(0, space), graceDays: Number(text.slice(space + 1)) };
}
