import { changeUser } from '../../accounts/users/change-user.ts';
import type { User } from '../../accounts/users/user.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { deleteTwoFactor } from './two-factor-store.ts';

/**
 * Removes secret and recovery codes, verified or not. Resolves to the user for the one caller who disabled an enabled
 * second factor, so that it is recorded and mailed once.
 */
export async function removeTwoFactor(tx: Tx, userId: UserId, at: Instant): Promise<User | undefined> {
  const was = await deleteTwoFactor(tx, userId);
  if (was === undefined || was.enabled_at === null) return undefined;
  return changeUser(tx, userId, { two_factor_enabled_at: null }, at);
}
