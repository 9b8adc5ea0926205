import { type RawBuilder, sql } from 'kysely';

/** The scope of rules that hold in every tenant; any other is a tenant's id. */
export const EVERY_TENANT = 0;

/** A rule as one text (since when, days of grace), so that one statement reads an account with its rules. */
const ruleIn = (scope: RawBuilder<unknown>) => sql<string | null>`(
  select rules.since || ' ' || rules.grace_days from factor_rules as rules
  where rules.scope = ${scope} and rules.role = users.role
)`;

/** For statements over `users`: the rules for the person's role, those of their tenant and those of every tenant. */
export const FACTOR_RULES_OF_USER = [
  ruleIn(sql.ref('users.tenant_id')).as('tenant_factor_rule'),
  ruleIn(sql.lit(EVERY_TENANT)).as('common_factor_rule'),
] as const;

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
