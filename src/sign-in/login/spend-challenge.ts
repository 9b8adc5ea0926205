import type { Tx } from '../../platform/database/database.ts';
import { epochOf, type Instant, instantAt } from '../../platform/kernel/clock.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import type { Challenge } from './signed-challenge.ts';

declare module '../../platform/database/schema.ts' {
  interface Schema {
    spent_challenges: { id: string; expires_at: Instant };
  }
}

/** A node whose clock is behind may still accept a challenge that has expired here. */
const CLOCKS_DIFFER_BY = minutes(5);

/** Spends a challenge in the transaction of its effect; true for exactly one caller. */
export async function spendChallenge(
  tx: Tx,
  { id, expiresAt }: Pick<Challenge, 'id' | 'expiresAt'>,
  at: Instant,
): Promise<boolean> {
  const spent = tx
    .insertInto('spent_challenges')
    .values({ id, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('id').doNothing());
  if ((await spent.returning('id').executeTakeFirst()) === undefined) return false;
  const before = instantAt(epochOf(at) - CLOCKS_DIFFER_BY);
  await tx.deleteFrom('spent_challenges').where('expires_at', '<', before).execute();
  return true;
}
