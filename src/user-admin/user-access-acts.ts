import { cancelTokens } from '../action-tokens/redeem-action-token.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { epochOf } from '../kernel/clock.ts';
import type { Keyring } from '../keys/keyring.ts';
import { unlockAccount } from '../lockout/unlock-account.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { sendResetLink } from '../password-reset/send-reset-link.ts';
import { type ActOnUser, illegalState } from '../policy/act-on-user.ts';
import { endSession, endSessionsOf } from '../sessions/end-sessions.ts';
import { removeTwoFactor } from '../two-factor/remove-two-factor.ts';
import { changeUser } from '../users/change-user.ts';
import { UNUSABLE_HASH } from '../users/usable-password.ts';

/** Takes a lock away before its time. */
export async function unlockUser({ tx, user, call }: ActOnUser, keys: Keyring): Promise<void> {
  await unlockAccount(tx, keys, user);
  await recordAudit(tx, call, { action: 'user.unlock', about: user });
}

/**
 * Takes the password away, mails a link for a new one, and ends the sign-ins. The old password may be known to somebody
 * else: left in force, it would let them choose the next one. Returns when the link expires.
 * @throws AppError 409 for who is not active
 */
export async function resetUserPassword({ tx, user, call }: ActOnUser, keys: Keyring): Promise<string> {
  if (user.status !== 'active') throw illegalState();
  const wanted = { userId: user.id, now: epochOf(call.at), createdBy: call.caller.userId, ip: call.context.ip };
  const token = await sendResetLink(tx, keys, wanted);
  if (token === undefined) throw illegalState();
  // Who has none yet keeps none: whether there was a password decides what an account is after a suspension.
  if (user.password_hash !== null) await changeUser(tx, user.id, { password_hash: UNUSABLE_HASH }, call.at);
  await cancelTokens(tx, user.id, ['invite'], call.at);
  const ended = await endSessionsOf(tx, user.id, 'password', call.at);
  const meta = { token_id: token.id, sessions_ended: ended };
  await recordAudit(tx, call, {
    action: 'user.password.reset',
    about: user,
    meta,
  });
  return token.expires_at;
}

/** Ends one of a person's sign-ins, or all. Returns how many. */
export async function endUserSessions({ tx, user, call }: ActOnUser, sid?: string): Promise<number> {
  const ended =
    sid === undefined
      ? await endSessionsOf(tx, user.id, 'ended', call.at)
      : Number(await endSession(tx, sid, 'ended', call.at));
  if (ended > 0)
    await recordAudit(tx, call, {
      action: 'session.revoke',
      about: user,
      meta: { ended },
    });
  return ended;
}

/** Removes a person's second factor, for who lost device and codes; they are told by mail. */
export async function resetUserTwoFactor({ tx, user, call }: ActOnUser): Promise<void> {
  if (user.two_factor_enabled_at === null) throw illegalState();
  await removeTwoFactor(tx, user.id, call.at);
  await endSessionsOf(tx, user.id, 'ended', call.at);
  await recordAudit(tx, call, { action: 'user.2fa.reset', about: user });
  await enqueueMail(tx, { kind: 'two-factor-disabled', to: user, params: { at: call.at }, at: call.at });
}
