import type { Tx } from '../../platform/database/database.ts';
import type { Instant } from '../../platform/kernel/clock.ts';

declare module '../../platform/database/schema.ts' {
  interface Schema {
    spent_challenges: { id: string; expires_at: Instant };
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
