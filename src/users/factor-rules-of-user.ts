import { type RawBuilder, sql } from 'kysely';

/** The scope of rules that hold in every tenant; any other is a tenant's id. */
export const EVERY_TENANT = 0;

/** When a rule was set and its days of grace, as one text: each account is read with its rules in one statement. */
const ruleIn = (scope: RawBuilder<unknown>) => sql<string | null>`(
  select rules.since || ' ' || rules.grace_days from factor_rules as rules
  where rules.scope = ${scope} and rules.role = users.role
)`;

/** For statements over `users`: what their tenant and what every tenant asks of people in their role. */
export const FACTOR_RULES_OF_USER = [
  ruleIn(sql.ref('users.tenant_id')).as('tenant_factor_rule'),
  ruleIn(sql.lit(EVERY_TENANT)).as('common_factor_rule'),
] as const;

/** What is read by `FACTOR_RULES_OF_USER`. */
export interface FactorRulesOfUser {
  readonly tenant_factor_rule: string | null;
  readonly common_factor_rule: string | null;
}

/** What such a text says. */
export function factorRuleIn(text: string): { readonly since: string; readonly graceDays: number } {
  const space = text.indexOf(' ');
  return { since: text.slice(0, space), graceDays: Number(text.slice(space + 1)) };
}
