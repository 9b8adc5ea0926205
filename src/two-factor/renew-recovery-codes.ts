import { recordAudit } from '../audit/record-audit.ts';
import type { Call } from '../http/call.ts';
import { AppError } from '../kernel/app-error.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { newRecoveryCodes, recoveryCodeHmac } from './recovery-code.ts';
import type { TwoFactorDeps } from './two-factor-deps.ts';
import { twoFactorErrors } from './two-factor-errors.ts';
import { holdEnabled, replaceRecoveryCodes } from './two-factor-store.ts';

/** Replaces all recovery codes, used or not, with eight new ones. @throws AppError `2fa.not_enabled` (409) */
export async function renewRecoveryCodes({ database, keys }: TwoFactorDeps, call: Call): Promise<readonly string[]> {
  const { userId, account } = call.caller;
  const codes = newRecoveryCodes();
  const hmacs = codes.map((code) => recoveryCodeHmac(keys, userId, code));
  const { at } = call;
  await database.transaction(async (tx) => {
    if (!(await holdEnabled(tx, userId))) throw new AppError(twoFactorErrors['2fa.not_enabled']);
    await replaceRecoveryCodes(tx, userId, hmacs, at);
    await recordAudit(tx, call, { action: '2fa.recovery_codes', about: 'actor' });
    await enqueueMail(tx, { kind: 'recovery-codes-renewed', to: account, params: { at }, at });
  });
  return codes;
}
