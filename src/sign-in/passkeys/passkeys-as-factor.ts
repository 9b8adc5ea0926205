import { holdUserRow } from '../../accounts/users/accounts-store.ts';
import { changeUser } from '../../accounts/users/changed-users-store.ts';
import type { User } from '../../accounts/users/user.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { AddOrigin } from '../sessions/sign-in-origins.ts';
import type { Passkey } from './passkey.ts';
import { hasFactorOn, recordPasskeyUse } from './passkeys-store.ts';
import type { VerifiedAssertion } from './verify-assertion.ts';

/**
 * Makes passkeys at this host count as the user's second factor, once one has verified its user or was added for the second step.
 * The caller must have locked the user's row.
 */
export async function countAsFactor(tx: Tx, user: Pick<User, 'id' | 'passkey_host'>, host: string, at: Instant) {
  if (user.passkey_host !== host) await changeUser(tx, user.id, { passkey_host: host }, at);
}

/** Updates the second factor after passkeys were removed. The caller must have locked the user's row. */
export async function recountFactor(
  tx: Tx,
  { id, passkey_host: host }: Pick<User, 'id' | 'passkey_host'>,
  at: Instant,
) {
  if (host !== null && !(await hasFactorOn(tx, id, host))) await changeUser(tx, id, { passkey_host: null }, at);
}

/** Records a use. If it verified the user, passkeys count as their second factor from now on. False as `recordPasskeyUse`. */
export async function recordUse(
  tx: Tx,
  { id, user_id, rp_id, purpose }: Pick<Passkey, 'id' | 'user_id' | 'rp_id' | 'purpose'>,
  { addOrigin, ...use }: VerifiedAssertion & { readonly at: Instant; readonly addOrigin: AddOrigin },
): Promise<boolean> {
  // Locked first, as when passkeys are removed: with different orders the two could deadlock.
  const user = use.isUserVerified || purpose === 'second_step' ? await holdUserRow(tx, user_id) : undefined;
  const used = await recordPasskeyUse(tx, id, use);
  if (used === undefined) return false;
  addOrigin(used.added_by);
  if (user !== undefined) await countAsFactor(tx, user, rp_id, use.at);
  return true;
}
