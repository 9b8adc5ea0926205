import type { Tx } from '../../platform/database/database.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { typedCode } from '../../platform/kernel/typed-code.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import type { AddOrigin } from '../sessions/sign-in-origins.ts';
import { recoveryCodeHmac } from './recovery-code.ts';
import { isTotpCode, openSecret, stepOfCode } from './totp.ts';
import { findTwoFactor, spendRecoveryCode, spendStep } from './two-factor-store.ts';

/**
 * Redeems a code of an enabled second factor in the caller's transaction: six digits are TOTP, anything else a recovery
 * code, each valid once. Of concurrent callers one succeeds; a rollback leaves the code unspent. Returns whether it was right.
 * The caller must count guesses.
 */
export async function redeemSecondFactor(
  tx: Tx,
  keys: Keyring,
  userId: UserId,
  { code, at, addOrigin }: { readonly code: string; readonly at: Instant; readonly addOrigin: AddOrigin },
): Promise<boolean> {
  const factor = await findTwoFactor(tx, userId);
  if (factor === undefined || factor.enabled_at === null) return false;
  const digits = typedCode(code); // apps show `123 456`
  if (!isTotpCode(digits)) {
    const spent = await spendRecoveryCode(tx, userId, recoveryCodeHmac(keys, userId, code), at);
    if (spent !== undefined) addOrigin(spent.added_by);
    return spent !== undefined;
  }
  const step = stepOfCode(openSecret(keys, factor), digits, at);
  if (step === undefined || !(await spendStep(tx, factor, step))) return false;
  addOrigin(factor.set_up_by);
  addOrigin(factor.enabled_by);
  return true;
}
