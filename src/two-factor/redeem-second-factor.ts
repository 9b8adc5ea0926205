import type { Tx } from '../database/database.ts';
import type { Instant } from '../kernel/clock.ts';
import type { Keyring } from '../keys/keyring.ts';
import { recoveryCodeHmac } from './recovery-code.ts';
import { isTotpCode, stepOfCode } from './totp.ts';
import { openSecret } from './two-factor-secret.ts';
import { findTwoFactor, spendRecoveryCode, spendStep } from './two-factor-store.ts';

/**
 * Redeems a code of an enabled second factor in the caller's transaction: six digits are a time step, anything else a
 * recovery code, each good once. Whoever commits first has it; what the caller rolls back is not spent.
 * Resolves to whether it was right. Guesses must be counted by the caller.
 */
export async function redeemSecondFactor(
  tx: Tx,
  keys: Keyring,
  userId: number,
  { code, at }: { readonly code: string; readonly at: Instant },
): Promise<boolean> {
  const factor = await findTwoFactor(tx, userId);
  if (factor === undefined || factor.enabled_at === null) return false;
  const digits = code.replace(/\s/g, ''); // apps show `123 456`
  if (!isTotpCode(digits)) return spendRecoveryCode(tx, userId, recoveryCodeHmac(keys, userId, code), at);
  const step = stepOfCode(openSecret(keys, factor), digits, at);
  return step !== undefined && spendStep(tx, factor, step);
}
