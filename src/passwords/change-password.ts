import { cancelOwnTokens } from '../action-tokens/redeem-action-token.ts';
import type { Circumstances } from '../audit/circumstances.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Database, Tx } from '../database/database.ts';
import type { Caller } from '../http/caller.ts';
import { invalidField } from '../http/request-refusal.ts';
import { AppError } from '../kernel/app-error.ts';
import type { Clock, Instant } from '../kernel/clock.ts';
import { evaluateGuess } from '../lockout/guess.ts';
import type { Attempts } from '../lockout/lockout.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { endSessionsOf } from '../sessions/end-sessions.ts';
import { changePasswordHash } from '../users/change-user.ts';
import { findPasswordHash } from '../users/find-account.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { passwordErrors } from './passwords-errors.ts';
import { requireGoodPassword } from './require-good-password.ts';

export interface ChangePasswordDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly attempts: Attempts;
  readonly passwords: PasswordHasher;
  readonly passwordMin: number;
}

export interface PasswordChange {
  readonly current: string;
  readonly next: string;
  readonly limitKey: string;
  /** Aborted when nobody waits for the answer any more. */
  readonly left?: AbortSignal;
}

/**
 * Changes the caller's password: their other sign-ins end, open links too, and they are told by mail. Wrong guesses at the
 * current one count like those at the sign-in.
 * @throws AppError 403 `password.wrong`, 423, 429, 503; InvalidRequest 422
 */
export async function changePassword(
  { database, attempts, clock, passwords, passwordMin }: ChangePasswordDeps,
  circumstances: Circumstances,
  caller: Caller,
  { current, next, limitKey, left }: PasswordChange,
): Promise<void> {
  const { userId } = caller;
  requireGoodPassword(next, caller.email, passwordMin);
  if (next.normalize('NFC') === current.normalize('NFC'))
    throw invalidField('body', 'new_password', 'unchanged', 'Nova lozinka mora biti drukčija od sadašnje.');
  const claimant = { account: caller.email, address: limitKey, left };
  await passwords.admit(claimant, async () => {
    const from = await findPasswordHash(database.read, userId);
    let to = '';
    await evaluateGuess(attempts, clock, {
      userId,
      limitKey,
      guessed: 'password',
      prepare: async () => {
        const right = await passwords.verify(current, from);
        if (right) to = await passwords.hash(next);
        return right;
      },
      effect: (tx, at) => replacePassword(tx, circumstances, caller, { from, to, at }),
      onWrong: async (tx, { failures, lockedUntil }, at) => {
        const meta = { fail_count: failures, locked: lockedUntil !== null };
        await recordAudit(tx, circumstances, { action: 'password.change.fail', at, userId, meta });
        if (lockedUntil !== null) await recordAudit(tx, circumstances, { action: 'login.locked', at, userId, meta });
      },
      refusal: () => new AppError(passwordErrors['password.wrong']),
    });
  });
}

/** `undefined` when another change was first: the current password is then no longer that. */
async function replacePassword(
  tx: Tx,
  circumstances: Circumstances,
  { account, userId, sid }: Caller,
  { from, to, at }: { from: string | null; to: string; at: Instant },
) {
  const changed = await changePasswordHash(tx, userId, from, to, at);
  if (changed === undefined) return undefined;
  await cancelOwnTokens(tx, userId, at);
  const ended = await endSessionsOf(tx, userId, 'password', at, sid);
  await recordAudit(tx, circumstances, { action: 'password.change', at, userId, meta: { sessions_ended: ended } });
  await enqueueMail(tx, { kind: 'password-changed', to: account, params: { at }, at });
  return changed;
}
