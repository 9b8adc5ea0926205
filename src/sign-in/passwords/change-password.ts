import { cancelOwnTokens } from '../../accounts/action-tokens/token-rows-store.ts';
import { findStoredPassword } from '../../accounts/users/accounts-store.ts';
import { changePasswordHash } from '../../accounts/users/changed-users-store.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { invalidField } from '../../platform/http/request-refusal.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { enqueueMail } from '../../platform/mail/enqueue-mail.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { evaluateGuess, recordWrongGuess } from '../lockout/guess.ts';
import type { Lockout } from '../lockout/lockout.ts';
import { endSessionsOf } from '../sessions/end-sessions.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { type PasswordRules, requireGoodPassword } from './require-good-password.ts';

export interface ChangePasswordDeps extends PasswordRules, Pick<Platform, 'database' | 'clock'> {
  readonly lockout: Lockout;
  readonly passwords: PasswordHasher;
}

export interface PasswordChange {
  readonly current: string;
  readonly next: string;
  readonly limitKey: string;
  /** Aborted when the client has gone. */
  readonly left?: AbortSignal;
}

/**
 * Changes the caller's password: their other sessions end, open links are revoked, and they are notified by mail. Wrong
 * guesses at the current password count like those at sign-in.
 * @throws AppError 403 `password.wrong`, 423, 429, 503; InvalidRequest 422
 */
export async function changePassword(
  deps: ChangePasswordDeps,
  call: Call,
  { current, next, limitKey, left }: PasswordChange,
): Promise<void> {
  const { database, lockout, clock, passwords } = deps;
  const { userId } = call.caller;
  await requireGoodPassword(deps, next, call.caller.email);
  if (next.normalize('NFC') === current.normalize('NFC'))
    throw invalidField('body', 'new_password', 'unchanged', 'Nova lozinka mora biti drukčija od sadašnje.');
  const claimant = { account: call.caller.email, address: limitKey, left };
  await passwords.admit(claimant, async () => {
    const stored = await findStoredPassword(database.read, userId);
    const from = stored?.password_hash ?? null;
    let to = '';
    await evaluateGuess(lockout, clock, {
      userId,
      limitKey,
      guessed: 'password',
      prepare: async () => {
        const right = await passwords.verify(current, stored);
        if (right) to = await passwords.hash(next);
        return right;
      },
      effect: (tx, at) => replacePassword(tx, { ...call, at }, { from, to }),
      onWrong: (tx, outcome) =>
        recordWrongGuess(tx, call, { outcome, rule: lockout.rule }, (meta) => ({
          action: 'password.change.fail',
          meta,
        })),
      refusal: () => new AppError('password.wrong'),
    });
  });
}

/** `undefined` when a concurrent change came first, so that `from` is no longer the current hash. */
async function replacePassword(tx: Tx, call: Call, { from, to }: { from: string | null; to: string }) {
  const { at, caller } = call;
  const { account, userId, sid } = caller;
  const changed = await changePasswordHash(tx, userId, from, to, at);
  if (changed === undefined) return undefined;
  await cancelOwnTokens(tx, userId, at);
  const ended = await endSessionsOf(tx, userId, 'password', at, sid);
  await recordAudit(tx, call, { action: 'password.change', about: 'actor', meta: { sessions_ended: ended } });
  await enqueueMail(tx, { kind: 'password-changed', to: account, params: { at }, at });
  return changed;
}

/** The page where people change their password, passkeys and second factor. */
export const SECURITY_PAGE = '/profil?tab=sigurnost';
