import { findStoredPassword, holdUserRow } from '../../accounts/users/accounts-store.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Call } from '../../platform/http/call.ts';
import { invalidField } from '../../platform/http/request-refusal.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { SignInId } from '../../platform/kernel/entity-id.ts';
import { evaluateGuess, type Guess, recordWrongGuess } from '../lockout/guess.ts';
import { recordAuthentication } from '../sessions/open-session.ts';
import { redeemSecondFactor } from '../two-factor/redeem-second-factor.ts';
import type { SignInDeps } from './sign-in-deps.ts';

export interface Proof {
  readonly password?: string;
  readonly code?: string;
  readonly limitKey: string;
  /** Aborted when the client has gone. */
  readonly left?: AbortSignal;
}

/**
 * Re-authenticates the caller within this session, for the minutes in which acts that require it are allowed.
 * @throws AppError 403 `password.wrong`, 423, 429, 503; InvalidRequest 422 when neither password nor code is sent
 */
export async function reauthenticate(
  {
    database,
    clock,
    lockout,
    passwords,
    keys,
  }: Pick<SignInDeps, 'database' | 'clock' | 'keys' | 'lockout' | 'passwords'>,
  call: Call,
  { password, code, limitKey, left }: Proof,
): Promise<void> {
  const { userId, sid, email } = call.caller;
  if (password === undefined && code === undefined)
    throw invalidField('body', 'password', 'missing', 'Ovo je polje obavezno.');
  const how = password === undefined ? 'code' : 'password';
  const guess: Guess<true> = {
    userId,
    limitKey,
    guessed: how,
    // Otherwise a thief who enrolled a device of their own could clear the count of wrong passwords at will.
    provesNothing: password === undefined,
    prepare: async () =>
      password === undefined || (await passwords.verify(password, await findStoredPassword(database.read, userId))),
    effect: async (tx, at) => {
      const addedBy: SignInId[] = [];
      if (password === undefined) {
        if ((await holdUserRow(tx, userId)) === undefined) return undefined;
        const addOrigin = (sid: SignInId | null) => void (sid !== null && addedBy.push(sid));
        if (!(await redeemSecondFactor(tx, keys, userId, { code: code ?? '', at, addOrigin }))) return undefined;
      }
      const proved = [password === undefined ? 'otp' : 'pwd'] as const;
      if (!(await recordAuthentication(tx, sid, { at, proved, addedBy }))) return undefined; // signed out meanwhile
      await recordAudit(tx, { ...call, at }, { action: 'auth.reauthenticate', about: 'actor', meta: { sid, how } });
      return true;
    },
    onWrong: (tx, outcome) =>
      recordWrongGuess(tx, call, { outcome, rule: lockout.rule }, (meta) => ({
        action: 'auth.reauthenticate.fail',
        meta: { how, ...meta },
      })),
    refusal: () => new AppError('password.wrong'),
  };
  const evaluate = () => evaluateGuess(lockout, clock, guess);
  if (password === undefined) await evaluate();
  else await passwords.admit({ account: email, address: limitKey, left }, evaluate);
}
