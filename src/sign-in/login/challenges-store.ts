import type { Tx } from '../../platform/database/database.ts';
import { defineTable, type TableOf, text } from '../../platform/database/define-table.ts';
import type { Instant } from '../../platform/kernel/clock.ts';

/** Challenges that were answered, so that none is answered twice. */
export const spentChallengesTable = defineTable(
  'spent_challenges',
  {
    id: text(),
    expires_at: text<Instant>(),
  },
  {
    key: 'id',
    indexes: {
      expires_at: 'expires_at',
    },
    personal: { nobody: 'random numbers, for minutes' },
  },
);

declare module '../../platform/database/schema.ts' {
  interface Schema {
    spent_challenges: TableOf<typeof spentChallengesTable>;
  }
}

/** True for the one caller who spends it. */
export async function addSpentChallenge(tx: Tx, id: string, expires_at: Instant): Promise<boolean> {
  const spent = tx
    .insertInto('spent_challenges')
    .values({ id, expires_at })
    .onConflict((conflict) => conflict.column('id').doNothing());
  return (await spent.returning('id').executeTakeFirst()) !== undefined;
}

export async function dropSpentChallenges(tx: Tx, before: Instant): Promise<void> {
  await tx.deleteFrom('spent_challenges').where('expires_at', '<', before).execute();
}
