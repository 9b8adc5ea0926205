import { changeUser } from '../../accounts/users/change-user.ts';
import { holdUserRow } from '../../accounts/users/hold-user-row.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { authErrors } from '../../platform/http/http-errors.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { typedCode } from '../../platform/kernel/typed-code.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { enqueueMail } from '../../platform/mail/enqueue-mail.ts';
import { alarmLink } from '../alarms/alarm-link.ts';
import { evaluateGuess } from '../lockout/guess.ts';
import { wrongGuess } from '../lockout/lockout-refusals.ts';
import { recordWrongGuess } from '../lockout/record-wrong-guess.ts';
import { holdSignIn } from '../sessions/hold-sign-in.ts';
import { stepOfCode } from './totp.ts';
import type { TwoFactorDeps } from './two-factor-deps.ts';
import { twoFactorErrors } from './two-factor-errors.ts';
import { openSecret } from './two-factor-secret.ts';
import { enable, findTwoFactor } from './two-factor-store.ts';

/**
 * Enables a prepared second factor with its first code. The code's time step is spent, so it cannot sign in afterwards.
 * Of concurrent calls one succeeds, the other gets 409.
 * @throws AppError 401 `2fa.wrong_code`, 409 `2fa.already_enabled` or `2fa.not_set_up`, 423, 429, 503
 */
export async function enableTwoFactor(
  { lockout, clock, keys }: TwoFactorDeps,
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
      if ((await holdUserRow(tx, userId)) === undefined) throw new AppError(authErrors['auth.revoked']);
      if (!(await spendFirstCode(tx, keys, call.caller, code, at))) return undefined;
      await holdSignIn(tx, call.caller);
      await tellEnabled(tx, keys, call, at);
      return true;
    },
    onWrong: (tx, outcome) =>
      recordWrongGuess(tx, call, { outcome, rule: lockout.rule }, (meta) => ({ action: '2fa.verify.fail', meta })),
    refusal: (outcome) => {
      const counted = { words: 'Kod nije ispravan', now: clock.now(), rule: lockout.rule };
      return wrongGuess(twoFactorErrors['2fa.wrong_code'], outcome, counted);
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
  if (factor === undefined) throw new AppError(twoFactorErrors['2fa.not_set_up']);
  if (factor.enabled_at !== null) throw new AppError(twoFactorErrors['2fa.already_enabled']);
  const step = stepOfCode(openSecret(keys, factor), typedCode(code), at);
  if (step === undefined) return false;
  if (await enable(tx, factor, { step, by: sid, at })) return true;
  // A concurrent call won: with this very code, so there is nothing to count, or with a new set-up, so the code is
  // wrong.
  const now = await findTwoFactor(tx, userId);
  if (now !== undefined && now.enabled_at !== null) throw new AppError(twoFactorErrors['2fa.already_enabled']);
  return false;
}

async function tellEnabled(tx: Tx, keys: Keyring, call: Call, at: Instant): Promise<void> {
  const user = await changeUser(tx, call.caller.userId, { two_factor_enabled_at: at }, at);
  if (user === undefined) throw new AppError(authErrors['auth.revoked']); // deleted after the gate's check
  await recordAudit(tx, call, { action: '2fa.verify.ok', about: 'actor' });
  const { params, secret } = await alarmLink(tx, keys, { user, sid: call.caller.sid, at });
  await enqueueMail(tx, { kind: 'two-factor-enabled', to: user, params: { at, ...params }, secret, at });
}
