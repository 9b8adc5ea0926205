import { holdUserRow } from '../../accounts/users/hold-user-row.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Call } from '../../platform/http/call.ts';
import { authErrors } from '../../platform/http/http-errors.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { enqueueMail } from '../../platform/mail/enqueue-mail.ts';
import { alarmLink } from '../alarms/alarm-link.ts';
import { holdSignIn } from '../sessions/hold-sign-in.ts';
import { newRecoveryCodes, recoveryCodeHmac } from './recovery-code.ts';
import type { TwoFactorDeps } from './two-factor-deps.ts';
import { twoFactorErrors } from './two-factor-errors.ts';
import { holdEnabled, replaceRecoveryCodes } from './two-factor-store.ts';

/** Replaces all recovery codes, used or not, with eight new ones. @throws AppError `2fa.not_enabled` (409) */
export async function renewRecoveryCodes({ database, keys }: TwoFactorDeps, call: Call): Promise<readonly string[]> {
  const { userId, sid, account } = call.caller;
  const codes = newRecoveryCodes();
  const hmacs = codes.map((code) => recoveryCodeHmac(keys, userId, code));
  const { at } = call;
  await database.transaction(async (tx) => {
    if ((await holdUserRow(tx, userId)) === undefined) throw new AppError(authErrors['auth.revoked']);
    if (!(await holdEnabled(tx, userId))) throw new AppError(twoFactorErrors['2fa.not_enabled']);
    await replaceRecoveryCodes(tx, userId, hmacs, { at, by: sid });
    await holdSignIn(tx, call.caller);
    await recordAudit(tx, call, { action: '2fa.recovery_codes', about: 'actor' });
    const { params, secret } = await alarmLink(tx, keys, { user: account, sid, at });
    await enqueueMail(tx, { kind: 'recovery-codes-renewed', to: account, params: { at, ...params }, secret, at });
  });
  return codes;
}
