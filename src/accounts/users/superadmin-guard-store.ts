import type { Tx } from '../../platform/database/database.ts';
import { defineTable, integer, type TableOf, text } from '../../platform/database/define-table.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { Role } from '../../platform/kernel/role.ts';
import type { UserStatus } from './user.ts';

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

interface Standing {
  readonly role: Role;
  readonly status: UserStatus;
}

const counts = ({ role, status }: Standing): boolean => role === 'superadmin' && status === 'active';

/**
 * Updates the count of active superadmins with a change, and refuses the change that would leave none. With a condition
 * over the other rows, two superadmins who demote each other would both succeed on PostgreSQL.
 * @throws AppError `users.last_superadmin` (409)
 */
export async function guardSuperadmins(tx: Tx, before: Standing | undefined, after: Standing): Promise<void> {
  const step = Number(counts(after)) - Number(before !== undefined && counts(before));
  if (step === 0) return;
  const change = tx
    .updateTable('guards')
    .set(({ eb }) => ({ count: eb('count', '+', step) }))
    .where('name', '=', 'superadmins')
    .where('count', '>', step < 0 ? 1 : -1);
  if ((await change.returning('name').executeTakeFirst()) === undefined) throw new AppError('users.last_superadmin');
}
