import type { Tx } from '../../platform/database/database.ts';
import { defineTable, integer, type TableOf, text } from '../../platform/database/define-table.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';

/** Holds the count of rows that a rule refers to, so that the rule is one conditional statement on one row. */
export const guardsTable = defineTable(
  'guards',
  {
    name: text(),
    count: integer(),
  },
  {
    key: 'name',
    rows: [{ name: 'superadmins', count: 0 }],
    personal: { nobody: 'the name of a rule' },
  },
);

declare module '../../platform/database/schema.ts' {
  interface Schema {
    guards: TableOf<typeof guardsTable>;
  }
}

/** How many memberships let a person act as superadmin now. */
async function countOf(tx: Tx, userId: UserId): Promise<number> {
  const counted = tx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('memberships.user_id', '=', userId)
    .where('memberships.role', '=', 'superadmin')
    .where('memberships.state', '=', 'active')
    .where('users.status', '=', 'active');
  return (await counted.executeTakeFirstOrThrow()).count;
}

/**
 * Makes a change of what a person is, whose row the caller has locked, and updates the count of active superadmins with it. Refuses
 * the change that would leave none. With a condition over the other rows, two superadmins who demote each other would both succeed on
 * PostgreSQL.
 * @throws AppError `users.last_superadmin` (409)
 */
export async function guardingSuperadmins<Result>(
  tx: Tx,
  userId: UserId,
  change: () => Promise<Result>,
): Promise<Result> {
  const before = await countOf(tx, userId);
  const result = await change();
  await guardSuperadmins(tx, (await countOf(tx, userId)) - before);
  return result;
}

/** Adds so many to the count, or takes them away. @throws AppError `users.last_superadmin` (409) */
export async function guardSuperadmins(tx: Tx, step: number): Promise<void> {
  if (step === 0) return;
  const change = tx
    .updateTable('guards')
    .set(({ eb }) => ({ count: eb('count', '+', step) }))
    .where('name', '=', 'superadmins')
    .where('count', '>', step < 0 ? -step : -1);
  if ((await change.returning('name').executeTakeFirst()) === undefined) throw new AppError('users.last_superadmin');
}
