import { holdUserRow } from '../../accounts/users/accounts-store.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Call } from '../../platform/http/call.ts';
import { defineRoute, ok, type Route } from '../../platform/http/define-route.ts';
import { invalidField } from '../../platform/http/request-refusal.ts';
import { signedIn } from '../../platform/http/route-access.ts';
import { limitedByLockout, perCaller, unlimited } from '../../platform/http/route-limit.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import { enqueueMail } from '../../platform/mail/enqueue-mail.ts';
import type { Platform } from '../../platform/room/platform.ts';
import type { LockoutService } from '../lockout/lockout.ts';
import { lockoutErrors } from '../lockout/lockout-errors.ts';
import { alarmLink } from '../security-notices/alarm-link.ts';
import { holdSignIn } from '../sessions/end-sessions.ts';
import { disableTwoFactor } from './disable-two-factor.ts';
import { enableTwoFactor, setUpTwoFactor } from './enable-two-factor.ts';
import { findTwoFactorStatus } from './find-two-factor-status.ts';
import { newRecoveryCodes, recoveryCodeHmac } from './recovery-code.ts';
import { holdEnabled, replaceRecoveryCodes } from './two-factor-store.ts';
import { EnabledAnswer, RecoveryCodesAnswer, SetupAnswer, StatusAnswer, VerifyBody } from './two-factor-wire.ts';

const tag = 'Second factor';
const nowAndThen = perCaller({ most: 20, within: minutes(10) });

export const twoFactorRoutes = (deps: Platform & LockoutService): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/auth/2fa/status',
    summary: 'Whether the caller has a second factor',
    tag,
    access: signedIn({ exemptFrom: ['enrolment'] }),
    limit: unlimited('two reads by key'),
    audit: [],
    request: {},
    responses: { success: ok(StatusAnswer, 'The second factor'), refusals: [] },
    handle: async (_request, { userId }) => {
      const { enabled, recoveryCodesLeft } = await findTwoFactorStatus(deps.database.read, userId);
      return { enabled, recovery_codes_left: recoveryCodesLeft };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/auth/2fa/setup',
    summary: 'Issues a secret and recovery codes, not enabled yet',
    tag,
    requiresReauth: 'always',
    access: signedIn({ exemptFrom: ['enrolment'] }),
    limit: nowAndThen,
    audit: ['2fa.setup'],
    request: {},
    responses: { success: ok(SetupAnswer, 'Shown once'), refusals: ['2fa.already_enabled'] },
    handle: async ({ call }) => {
      const { secret, otpauthUrl, qrCode, recoveryCodes } = await setUpTwoFactor(deps, call);
      return { secret, otpauth_url: otpauthUrl, qr_code: qrCode, recovery_codes: recoveryCodes };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/auth/2fa/verify',
    summary: 'Enables the second factor with its first code',
    tag,
    requiresReauth: 'always',
    access: signedIn({ exemptFrom: ['enrolment'] }),
    limit: limitedByLockout,
    audit: ['2fa.verify.ok', '2fa.verify.fail', 'login.locked'],
    request: { body: VerifyBody },
    responses: {
      success: ok(EnabledAnswer, 'Enabled'),
      refusals: ['2fa.wrong_code', '2fa.already_enabled', '2fa.not_set_up', ...Object.values(lockoutErrors)],
    },
    handle: async ({ body, call, limitKey }) => {
      const code = body.code ?? body.totp;
      if (code === undefined) throw invalidField('body', 'code', 'missing', 'Ovo je polje obavezno.');
      await enableTwoFactor(deps, call, { code, limitKey });
      return { enabled: true };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/auth/2fa/disable',
    summary: 'Disables the caller’s second factor',
    tag,
    requiresReauth: 'always',
    access: signedIn(),
    limit: nowAndThen,
    audit: ['2fa.disable'],
    request: {},
    responses: { success: ok(EnabledAnswer, 'Disabled'), refusals: [] },
    handle: async ({ call }) => {
      await disableTwoFactor(deps, call);
      return { enabled: false };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/auth/2fa/recovery-codes',
    summary: 'Replaces the recovery codes of the caller',
    tag,
    requiresReauth: 'always',
    access: signedIn(),
    limit: nowAndThen,
    audit: ['2fa.recovery_codes'],
    request: {},
    responses: {
      success: ok(RecoveryCodesAnswer, 'The new ones; the old ones open nothing'),
      refusals: ['2fa.not_enabled'],
    },
    handle: async ({ call }) => ({
      recovery_codes: await renewRecoveryCodes(deps, call),
    }),
  }),
];

/** Replaces all recovery codes, used or not, with eight new ones. @throws AppError `2fa.not_enabled` (409) */
async function renewRecoveryCodes(
  { database, keys }: Platform & LockoutService,
  call: Call,
): Promise<readonly string[]> {
  const { userId, sid, account } = call.caller;
  const codes = newRecoveryCodes();
  const hmacs = codes.map((code) => recoveryCodeHmac(keys, userId, code));
  const { at } = call;
  await database.transaction(async (tx) => {
    if ((await holdUserRow(tx, userId)) === undefined) throw new AppError('auth.revoked');
    if (!(await holdEnabled(tx, userId))) throw new AppError('2fa.not_enabled');
    await replaceRecoveryCodes(tx, userId, hmacs, { at, by: sid });
    await holdSignIn(tx, call.caller);
    await recordAudit(tx, call, { action: '2fa.recovery_codes', about: 'actor' });
    const { params, secret } = await alarmLink(tx, keys, { user: account, sid, at });
    await enqueueMail(tx, { kind: 'recovery-codes-renewed', to: account, params: { at, ...params }, secret, at });
  });
  return codes;
}
