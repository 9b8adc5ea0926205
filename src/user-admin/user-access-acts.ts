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
export async function unlockUser({ tx, user, at, circumstances }: ActOnUser, keys: Keyring): Promise<void> {
  await unlockAccount(tx, keys, user);
  await recordAudit(tx, circumstances, { action: 'user.unlock', at, userId: user.id, tenantId: user.tenant_id });
}

/**
 * Takes the password away, mails a link for a new one, and ends the sign-ins. The old password may be known to somebody
 * else: left in force, it would let them choose the next one. Returns when the link expires.
 * @throws AppError 409 for who is not active
 */
export async function resetUserPassword(
  { tx, user, at, circumstances, caller }: ActOnUser,
  keys: Keyring,
): Promise<string> {
  if (user.status !== 'active') throw illegalState();
  const wanted = { userId: user.id, now: epochOf(at), createdBy: caller.userId, ip: circumstances.ip };
  const token = await sendResetLink(tx, keys, wanted);
  if (token === undefined) throw illegalState();
  // Who has none yet keeps none: whether there was a password decides what an account is after a suspension.
  if (user.password_hash !== null) await changeUser(tx, user.id, { password_hash: UNUSABLE_HASH }, at);
  await cancelTokens(tx, user.id, ['invite'], at);
  const ended = await endSessionsOf(tx, user.id, 'password', at);
  const meta = { token_id: token.id, sessions_ended: ended };
  await recordAudit(tx, circumstances, {
    action: 'user.password.reset',
    at,
    userId: user.id,
    tenantId: user.tenant_id,
    meta,
  });
  return token.expires_at;
}

/** Ends one of a person's sign-ins, or all. Returns how many. */
export async function endUserSessions({ tx, user, at, circumstances }: ActOnUser, sid?: string): Promise<number> {
  const ended =
    sid === undefined ? await endSessionsOf(tx, user.id, 'ended', at) : Number(await endSession(tx, sid, 'ended', at));
  if (ended > 0)
    await recordAudit(tx, circumstances, {
      action: 'session.revoke',
      at,
      userId: user.id,
      tenantId: user.tenant_id,
      meta: { ended },
    });
  return ended;
}

/** Removes a person's second factor, for who lost device and codes; they are told by mail. */
export async function resetUserTwoFactor({ tx, user, at, circumstances }: ActOnUser): Promise<void> {
  if (user.two_factor_enabled_at === null) throw illegalState();
  await removeTwoFactor(tx, user.id, at);
  await endSessionsOf(tx, user.id, 'ended', at);
  await recordAudit(tx, circumstances, { action: 'user.2fa.reset', at, userId: user.id, tenantId: user.tenant_id });
  await enqueueMail(tx, { kind: 'two-factor-disabled', to: user, params: { at }, at });
}
