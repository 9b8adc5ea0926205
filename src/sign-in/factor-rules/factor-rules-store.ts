import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { EVERY_TENANT } from '../../accounts/users/factor-rules-of-user-store.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { defineTable, integer, type TableOf, text } from '../../platform/database/define-table.ts';
import { valuesOf } from '../../platform/database/insert-rows.ts';
import { liesIn, type TenantScope } from '../../platform/database/tenant-scope.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { TenantId, UserId } from '../../platform/kernel/entity-id.ts';
import type { Role } from '../../platform/kernel/role.ts';
import type { FactorRule, factorRulesTable } from './factor-rule.ts';

declare module '../../platform/database/schema.ts' {
  interface Schema {
    factor_rules: TableOf<typeof factorRulesTable>;
  }
}

/** The rules for every tenant, and for those of the scope. */
export function listRules(db: Db, scope: TenantScope): Promise<(FactorRule & { name: string | null })[]> {
  const rules = db
    .selectFrom('factor_rules')
    .leftJoin('tenants', 'tenants.id', 'factor_rules.scope')
    .selectAll('factor_rules')
    .select('tenants.name')
    .orderBy('factor_rules.scope')
    .orderBy('factor_rules.role');
  return rules.where((rule) => rule.or([rule('scope', '=', EVERY_TENANT), liesIn(scope, 'scope')])).execute();
}

/** Sets a rule on behalf of a superadmin. An existing rule keeps its `since`. */
export async function putRule(tx: Tx, rule: FactorRule): Promise<void> {
  const { grace_days, most_days } = rule;
  await tx
    .insertInto('factor_rules')
    .values(rule)
    .onConflict((conflict) => conflict.columns(['scope', 'role']).doUpdateSet({ grace_days, most_days }))
    .execute();
}

/** Sets a rule, unless a superadmin has set one with fewer days of grace. Resolves to whether it did. */
export async function putRuleBelow(tx: Tx, { most_days: _theirs, ...rule }: FactorRule): Promise<boolean> {
  const { grace_days } = rule;
  const put = tx
    .insertInto('factor_rules')
    .values({ ...rule, most_days: null })
    .onConflict((conflict) =>
      conflict
        .columns(['scope', 'role'])
        .doUpdateSet({ grace_days })
        .where(({ eb, or }) =>
          or([eb('factor_rules.most_days', 'is', null), eb('factor_rules.most_days', '>=', grace_days)]),
        ),
    );
  return (await put.returning('role').executeTakeFirst()) !== undefined;
}

export async function dropRule(tx: Tx, scope: TenantId, role: Role): Promise<void> {
  await tx.deleteFrom('factor_rules').where('scope', '=', scope).where('role', '=', role).execute();
}

/** Drops a rule, unless a superadmin has set it. Resolves to whether it is gone. */
export async function dropRuleBelow(tx: Tx, scope: TenantId, role: Role): Promise<boolean> {
  const rule = tx.deleteFrom('factor_rules').where('scope', '=', scope).where('role', '=', role);
  if ((await rule.where('most_days', 'is', null).returning('role').executeTakeFirst()) !== undefined) return true;
  const left = tx.selectFrom('factor_rules').select('role').where('scope', '=', scope).where('role', '=', role);
  return (await left.executeTakeFirst()) === undefined; // somebody else has dropped it
}

export const factorRemindersTable = defineTable(
  'factor_reminders',
  {
    user_id: integer<UserId>('duplicate', 'removed').references('users'),
    reminded_at: text<Instant>('in second_factor_reminded_at', 'removed'),
  },
  {
    key: 'user_id',
    indexes: {
      at: 'reminded_at',
    },
    personal: {
      merging: { user_id: 'waits' },
      of: 'user_id',
      parts: { second_factor_reminded_at: { purpose: 'security', kept: { rule: 'factor_reminders', from: 'made' } } },
    },
  },
);

declare module '../../platform/database/schema.ts' {
  interface Schema {
    factor_reminders: TableOf<typeof factorRemindersTable>;
  }
}

/**
 * Claims those of these people who still lack a second factor and were not reminded since `before`. Of concurrent callers each
 * person goes to one.
 */
export async function claimReminders(
  tx: Tx,
  ids: readonly UserId[],
  { lacking, at, before }: { readonly lacking: RawBuilder<SqlBool>; readonly at: Instant; readonly before: Instant },
): Promise<UserId[]> {
  const claimed = tx
    .insertInto('factor_reminders')
    .columns(['user_id', 'reminded_at'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select(['users.id', sql.val(at).as('reminded_at')])
        .where('users.id', 'in', valuesOf('bigint', ids))
        .where('users.status', '=', 'active')
        .where(lacking),
    )
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ reminded_at: at }).where('factor_reminders.reminded_at', '<=', before),
    )
    .returning('user_id');
  return (await claimed.execute()).map(({ user_id }) => user_id);
}
