import { holdUserRow } from '../../accounts/users/hold-user-row.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Call } from '../../platform/http/call.ts';
import { authErrors } from '../../platform/http/http-errors.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { holdSignIn } from '../sessions/hold-sign-in.ts';
import { qrImage } from './qr-image.ts';
import { newRecoveryCodes, recoveryCodeHmac } from './recovery-code.ts';
import { newTotpSecret, otpauthUrl } from './totp.ts';
import type { TwoFactorDeps } from './two-factor-deps.ts';
import { twoFactorErrors } from './two-factor-errors.ts';
import { sealSecret } from './two-factor-secret.ts';
import { replaceRecoveryCodes, replaceUnverified } from './two-factor-store.ts';

/** Shown once. */
export interface TwoFactorSetup {
  readonly secret: string;
  readonly otpauthUrl: string;
  readonly qrCode: string;
  readonly recoveryCodes: readonly string[];
}

/**
 * Returns a secret and recovery codes, which are worthless until a code is verified. Replaces an unfinished set-up.
 * @throws AppError `2fa.already_enabled` (409)
 */
export async function setUpTwoFactor({ database, keys }: TwoFactorDeps, call: Call): Promise<TwoFactorSetup> {
  const { userId, sid, email, account } = call.caller;
  if (account.two_factor_enabled_at !== null) throw new AppError(twoFactorErrors['2fa.already_enabled']);
  const secret = newTotpSecret();
  const url = otpauthUrl(secret, email);
  const recoveryCodes = newRecoveryCodes();
  const setup = { secret, otpauthUrl: url, qrCode: await qrImage(url), recoveryCodes };
  const sealed = sealSecret(keys, userId, secret);
  const hmacs = recoveryCodes.map((code) => recoveryCodeHmac(keys, userId, code));
  const { at } = call;
  await database.transaction(async (tx) => {
    if ((await holdUserRow(tx, userId)) === undefined) throw new AppError(authErrors['auth.revoked']);
    const placed = { user_id: userId, secret: sealed, set_up_at: at, set_up_by: sid };
    if (!(await replaceUnverified(tx, placed))) throw new AppError(twoFactorErrors['2fa.already_enabled']);
    await replaceRecoveryCodes(tx, userId, hmacs, { at, by: sid });
    await holdSignIn(tx, call.caller);
    await recordAudit(tx, call, { action: '2fa.setup', about: 'actor' });
  });
  return setup;
}
