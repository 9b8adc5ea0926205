import type { Account } from '../../accounts/users/user.ts';
import type { Db } from '../../platform/database/database.ts';
import { isDemanded, type SecondHalf } from './second-factor.ts';

/** Whether a single factor is not enough to sign in to this account, as its factors are now. */
export async function isSecondDemanded(
  waysIn: Pick<SecondHalf, 'secondFactors'>,
  db: Db,
  account: Account,
): Promise<boolean> {
  const states = await Promise.all(waysIn.secondFactors().map((factor) => factor.state(account, db)));
  return states.some(isDemanded);
}
