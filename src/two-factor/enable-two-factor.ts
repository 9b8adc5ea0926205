import type { AuditedCall } from '../audit/audit-context.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Tx } from '../database/database.ts';
import type { Call } from '../http/call.ts';
import { authErrors } from '../http/http-errors.ts';
import { AppError } from '../kernel/app-error.ts';
import type { Instant } from '../kernel/clock.ts';
import type { Keyring } from '../keys/keyring.ts';
import { countedOf } from '../lockout/attempt-refusals.ts';
import { evaluateGuess } from '../lockout/guess.ts';
import { recordWrongGuess } from '../lockout/record-wrong-guess.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { changeUser } from '../users/change-user.ts';
import { stepOfCode } from './totp.ts';
import type { TwoFactorDeps } from './two-factor-deps.ts';
import { twoFactorErrors } from './two-factor-errors.ts';
import { openSecret } from './two-factor-secret.ts';
import { enable, findTwoFactor } from './two-factor-store.ts';

/**
 * Enables what was set up, by a first code of it. The code's step is spent with it: it opens no sign-in afterwards. Of two
 * calls at once one enables; the other is told so by 409.
 * @throws AppError 401 `2fa.wrong_code`, 409 `2fa.already_enabled` or `2fa.not_set_up`, 423, 429, 503
 */
export async function enableTwoFactor(
  { attempts, clock, keys }: TwoFactorDeps,
  call: Call,
  { code, limitKey }: { code: string; limitKey: string },
): Promise<void> {
  const { userId } = call.caller;
  await evaluateGuess(attempts, clock, {
    userId,
    limitKey,
    guessed: 'code',
    provesNothing: true, // the secret was given to whoever asked for it a moment ago
    effect: async (tx, at) => {
      if (!(await spendFirstCode(tx, keys, userId, code, at))) return undefined;
      await tellEnabled(tx, call, userId, at);
      return true;
    },
    onWrong: (tx, outcome) => recordWrongGuess(tx, call, '2fa.verify.fail', outcome),
    refusal: ({ failures }) => {
      const detail = `Kod nije ispravan ${countedOf(failures, attempts.rule)}`;
      return new AppError(twoFactorErrors['2fa.wrong_code'], { detail });
    },
  });
}

async function spendFirstCode(tx: Tx, keys: Keyring, userId: number, code: string, at: Instant): Promise<boolean> {
  const factor = await findTwoFactor(tx, userId);
  if (factor === undefined) throw new AppError(twoFactorErrors['2fa.not_set_up']);
  if (factor.enabled_at !== null) throw new AppError(twoFactorErrors['2fa.already_enabled']);
  const step = stepOfCode(openSecret(keys, factor), code.replace(/\s/g, ''), at);
  if (step === undefined) return false;
  if (await enable(tx, factor, step, at)) return true;
  // Somebody was first: with this very code, then there is nothing to count, or with a new set-up, then it is wrong now.
  const now = await findTwoFactor(tx, userId);
  if (now !== undefined && now.enabled_at !== null) throw new AppError(twoFactorErrors['2fa.already_enabled']);
  return false;
}

async function tellEnabled(tx: Tx, call: AuditedCall, userId: number, at: Instant): Promise<void> {
  const user = await changeUser(tx, userId, { two_factor_enabled_at: at }, at);
  if (user === undefined) throw new AppError(authErrors['auth.revoked']); // deleted since the gate looked
  await recordAudit(tx, call, { action: '2fa.verify.ok', about: 'actor' });
  await enqueueMail(tx, { kind: 'two-factor-enabled', to: user, params: { at }, at });
}
