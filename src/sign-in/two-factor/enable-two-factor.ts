import { holdUserRow } from '../../accounts/users/accounts-store.ts';
import { changeUser } from '../../accounts/users/changed-users-store.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { typedCode } from '../../platform/kernel/typed-code.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { enqueueMail } from '../../platform/mail/enqueue-mail.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { evaluateGuess, recordWrongGuess } from '../lockout/guess.ts';
import type { LockoutService } from '../lockout/lockout.ts';
import { wrongGuess } from '../lockout/lockout-errors.ts';
import { alarmLink } from '../security-notices/alarm-link.ts';
import { holdSignIn } from '../sessions/end-sessions.ts';
import { newRecoveryCodes, recoveryCodeHmac } from './recovery-code.ts';
import { newTotpSecret, openSecret, otpauthUrl, sealSecret, stepOfCode } from './totp.ts';
import { enable, findTwoFactor, replaceRecoveryCodes, replaceUnverified } from './two-factor-store.ts';

/** Shown once. */
interface TwoFactorSetup {
  readonly secret: string;
  readonly otpauthUrl: string;
  readonly qrCode: string;
  readonly recoveryCodes: readonly string[];
}

/**
 * Returns a secret and recovery codes, which are worthless until a code is verified. Replaces an unfinished set-up.
 * @throws AppError `2fa.already_enabled` (409)
 */
export async function setUpTwoFactor(
  { database, keys }: Platform & LockoutService,
  call: Call,
): Promise<TwoFactorSetup> {
  const { userId, sid, email, account } = call.caller;
  if (account.two_factor_enabled_at !== null) throw new AppError('2fa.already_enabled');
  const secret = newTotpSecret();
  const url = otpauthUrl(secret, email);
  const recoveryCodes = newRecoveryCodes();
  const setup = { secret, otpauthUrl: url, qrCode: await qrImage(url), recoveryCodes };
  const sealed = sealSecret(keys, userId, secret);
  const hmacs = recoveryCodes.map((code) => recoveryCodeHmac(keys, userId, code));
  const { at } = call;
  await database.transaction(async (tx) => {
    if ((await holdUserRow(tx, userId)) === undefined) throw new AppError('auth.revoked');
    const placed = { user_id: userId, secret: sealed, set_up_at: at, set_up_by: sid };
    if (!(await replaceUnverified(tx, placed))) throw new AppError('2fa.already_enabled');
    await replaceRecoveryCodes(tx, userId, hmacs, { at, by: sid });
    await holdSignIn(tx, call.caller);
    await recordAudit(tx, call, { action: '2fa.setup', about: 'actor' });
  });
  return setup;
}

/** A PNG as a `data:` URL, which the CSP allows and no server stores. The module is loaded on first use. */
async function qrImage(text: string): Promise<string> {
  const { toDataURL } = await import('qrcode');
  return toDataURL(text, { type: 'image/png', errorCorrectionLevel: 'M', margin: 4, scale: 6 });
}

/**
 * Enables a prepared second factor with its first code. The code's time step is spent, so it cannot sign in afterwards.
 * Of concurrent calls one succeeds, the other gets 409.
 * @throws AppError 401 `2fa.wrong_code`, 409 `2fa.already_enabled` or `2fa.not_set_up`, 423, 429, 503
 */
export async function enableTwoFactor(
  { lockout, clock, keys }: Platform & LockoutService,
  call: Call,
  { code, limitKey }: { code: string; limitKey: string },
): Promise<void> {
  const { userId } = call.caller;
  await evaluateGuess(lockout, clock, {
    userId,
    limitKey,
    guessed: 'code',
    provesNothing: true, // the caller has just been given the secret
    effect: async (tx, at) => {
      if ((await holdUserRow(tx, userId)) === undefined) throw new AppError('auth.revoked');
      if (!(await spendFirstCode(tx, keys, call.caller, code, at))) return undefined;
      await holdSignIn(tx, call.caller);
      await tellEnabled(tx, keys, call, at);
      return true;
    },
    onWrong: (tx, outcome) =>
      recordWrongGuess(tx, call, { outcome, rule: lockout.rule }, (meta) => ({ action: '2fa.verify.fail', meta })),
    refusal: (outcome) => {
      const counted = { words: 'Kod nije ispravan', now: clock.now(), rule: lockout.rule };
      return wrongGuess('2fa.wrong_code', outcome, counted);
    },
  });
}

async function spendFirstCode(
  tx: Tx,
  keys: Keyring,
  { userId, sid }: Pick<Caller, 'userId' | 'sid'>,
  code: string,
  at: Instant,
): Promise<boolean> {
  const factor = await findTwoFactor(tx, userId);
  if (factor === undefined) throw new AppError('2fa.not_set_up');
  if (factor.enabled_at !== null) throw new AppError('2fa.already_enabled');
  const step = stepOfCode(openSecret(keys, factor), typedCode(code), at);
  if (step === undefined) return false;
  if (await enable(tx, factor, { step, by: sid, at })) return true;
  // A concurrent call won: with this very code, so there is nothing to count, or with a new set-up, so the code is
  // wrong.
  const now = await findTwoFactor(tx, userId);
  if (now !== undefined && now.enabled_at !== null) throw new AppError('2fa.already_enabled');
  return false;
}

async function tellEnabled(tx: Tx, keys: Keyring, call: Call, at: Instant): Promise<void> {
  const user = await changeUser(tx, call.caller.userId, { two_factor_enabled_at: at }, at);
  if (user === undefined) throw new AppError('auth.revoked'); // deleted after the gate's check
  await recordAudit(tx, call, { action: '2fa.verify.ok', about: 'actor' });
  const { params, secret } = await alarmLink(tx, keys, { user, sid: call.caller.sid, at });
  await enqueueMail(tx, { kind: 'two-factor-enabled', to: user, params: { at, ...params }, secret, at });
}
