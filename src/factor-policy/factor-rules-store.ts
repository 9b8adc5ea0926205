import type { Db, Tx } from '../database/database.ts';
import type { TenantId } from '../kernel/entity-id.ts';
import type { Role } from '../kernel/role.ts';
import { EVERY_TENANT } from '../users/factor-rules-of-user.ts';
import type { FactorRule } from './factor-rule.ts';

declare module '../database/schema.ts' {
  interface Schema {
    factor_rules: FactorRule;
  }
}

/** Those of every tenant and of one; without one, all there are. */
export function listRules(db: Db, tenantId: TenantId | undefined): Promise<(FactorRule & { name: string | null })[]> {
  const rules = db
    .selectFrom('factor_rules')
    .leftJoin('tenants', 'tenants.id', 'factor_rules.scope')
    .selectAll('factor_rules')
    .select('tenants.name')
    .orderBy('factor_rules.scope')
    .orderBy('factor_rules.role');
  return (tenantId === undefined ? rules : rules.where('scope', 'in', [EVERY_TENANT, tenantId])).execute();
}

/** A rule that was there keeps its beginning. */
export async function putRule(tx: Tx, rule: FactorRule): Promise<void> {
  await tx
    .insertInto('factor_rules')
    .values(rule)
    .onConflict((conflict) => conflict.columns(['scope', 'role']).doUpdateSet({ grace_days: rule.grace_days }))
    .execute();
}

export async function dropRules(tx: Tx, scope: TenantId, roles: readonly Role[]): Promise<void> {
  if (roles.length === 0) return;
  await tx.deleteFrom('factor_rules').where('scope', '=', scope).where('role', 'in', roles).execute();
}
