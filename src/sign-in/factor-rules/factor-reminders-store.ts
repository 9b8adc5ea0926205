import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { valuesOf } from '../../platform/database/insert-rows.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';

export interface FactorReminder {
  readonly user_id: UserId;
  readonly reminded_at: Instant;
}

declare module '../../platform/database/schema.ts' {
  interface Schema {
    factor_reminders: FactorReminder;
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
        .where('users.id', 'in', valuesOf(tx, 'bigint', ids))
        .where('users.status', '=', 'active')
        .where(lacking),
    )
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ reminded_at: at }).where('factor_reminders.reminded_at', '<=', before),
    )
    .returning('user_id');
  return (await claimed.execute()).map(({ user_id }) => user_id);
}

export const findReminder = (db: Db, userId: UserId): Promise<FactorReminder | undefined> =>
  db.selectFrom('factor_reminders').selectAll().where('user_id', '=', userId).executeTakeFirst();

export async function forgetReminder(tx: Tx, userId: UserId): Promise<void> {
  await tx.deleteFrom('factor_reminders').where('user_id', '=', userId).execute();
}

/** Drops at most `most` reminders from before that instant. Returns how many. */
export async function dropOldReminders(tx: Tx, before: Instant, most: number): Promise<number> {
  const old = tx.selectFrom('factor_reminders').select('user_id').where('reminded_at', '<', before).limit(most);
  const dropped = tx.deleteFrom('factor_reminders').where('user_id', 'in', old).returning('user_id');
  return (await dropped.execute()).length;
}
