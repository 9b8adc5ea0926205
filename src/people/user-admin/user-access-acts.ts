import { limitLinksTo } from '../../accounts/action-tokens/mail-limits.ts';
import { cancelTokens } from '../../accounts/action-tokens/token-rows-store.ts';
import { type ActOnUser, illegalState } from '../../accounts/permissions/act-on-user.ts';
import { requireReauthForLink } from '../../accounts/permissions/reauth-for-link.ts';
import type { SecondFactors } from '../../accounts/permissions/second-factors.ts';
import { changeUser } from '../../accounts/users/changed-users-store.ts';
import { isUsable, UNUSABLE_HASH } from '../../accounts/users/usable-password.ts';
import type { User } from '../../accounts/users/user.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { epochOf } from '../../platform/kernel/clock.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { enqueueMail } from '../../platform/mail/enqueue-mail.ts';
import type { Registry } from '../../platform/room/platform.ts';
import { unlinkIdentitiesOf } from '../../sign-in/issuers/link-identity.ts';
import { clearLockout, isGuessable } from '../../sign-in/lockout/address-lock.ts';
import { removePasskeysOf } from '../../sign-in/passkeys/passkeys-of-person.ts';
import { sendResetLink } from '../../sign-in/passwords/send-reset-link.ts';
import { endSessionsOf } from '../../sign-in/sessions/end-sessions.ts';
import { removeTwoFactor } from '../../sign-in/two-factor/disable-two-factor.ts';
import { isResettable } from './user-actions.ts';

/** Without a caller, since an operator's command unlocks too. */
type OnUser = Pick<ActOnUser, 'tx' | 'user'> & { readonly call: AuditedCall };

export async function liftLockout({ tx, user, call }: OnUser, keys: Keyring): Promise<void> {
  if (isGuessable(user)) await clearLockout(tx, keys, user);
  await recordAudit(tx, call, { action: 'user.unlock', about: user });
}

/**
 * Removes the password, mails a link for a new one and ends the sessions. Returns when the link expires.
 * @throws AppError 403 as `requireReauthForLink`, 409 for somebody not active, 429 `token.too_many`
 */
export async function resetUserPassword(
  on: ActOnUser,
  deps: Pick<Registry, 'findUsersWithWayIn'> & { readonly keys: Keyring },
): Promise<string> {
  await requireReauthForLink(deps, on);
  if (!isResettable(on.user)) throw illegalState();
  await limitLinksTo(on.tx, on.user.id, epochOf(on.call.at));
  return replacePassword(on, deps.keys);
}

/** What `replaceImportedPassword` may record, for routes that lead to it. */
export const REPLACING_PASSWORD = [
  'user.password.reset',
  'passkey.remove',
  'google.unlink',
  'identity.unlink',
] as const;

/**
 * Replaces a password that came with an import, for a person who was given power over others or moved to another tenant: whoever
 * made the file may know it, and could come in as somebody whom they may not manage. Ways in that were added under it end too.
 */
export async function replaceImportedPassword(on: ActOnUser, keys: Keyring): Promise<void> {
  const { tx, user, call } = on;
  if (user.password_given_at === null) return;
  if (isUsable(user.password_hash)) await replacePassword(on, keys);
  await removePasskeysOf(tx, call, user);
  await unlinkIdentitiesOf(tx, call, user);
}

/** The old password is removed because somebody else may know it, and could otherwise choose the next one. */
async function replacePassword({ tx, user, call }: ActOnUser, keys: Keyring): Promise<string> {
  const wanted = { userId: user.id, now: epochOf(call.at), createdBy: call.caller.userId, ip: call.context.ip };
  const token = await sendResetLink(tx, keys, wanted);
  if (token === undefined) throw illegalState();
  // An account without a password keeps its `null`: there is none to take away.
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

/** Ends all of a person's sessions. Returns how many. */
export async function endUserSessions({ tx, user, call }: ActOnUser): Promise<number> {
  const ended = await endSessionsOf(tx, user.id, 'ended', call.at);
  if (ended > 0)
    await recordAudit(tx, call, {
      action: 'session.revoke',
      about: user,
      meta: { ended },
    });
  return ended;
}

/**
 * Removes a person's second factor after the loss of devices and codes: the authenticator app, and every passkey, since those
 * would be required in its place. Notifies the person by mail.
 */
export async function resetUserTwoFactor({ tx, user, call }: ActOnUser, factors: SecondFactors): Promise<void> {
  if (!factors.has(user)) throw illegalState();
  await resetTwoFactor(tx, call, user);
}

/** Removes all passkeys of a person after the loss of their devices; they are notified by mail. No-op without any. */
export async function resetUserPasskeys({ tx, user, call }: ActOnUser): Promise<void> {
  if ((await removePasskeysOf(tx, call, user)) > 0) await endSessionsOf(tx, user.id, 'ended', call.at);
}

/**
 * Removes a user's authenticator app and passkeys, ends their sign-ins and notifies them. The caller must have locked the
 * user's row. Returns whether there was anything to remove.
 */
export async function resetTwoFactor(tx: Tx, call: AuditedCall, user: User): Promise<boolean> {
  const { at } = call;
  const disabled = await removeTwoFactor(tx, user.id, at);
  const removed = await removePasskeysOf(tx, call, user);
  if (disabled === undefined && removed === 0) return false;
  await endSessionsOf(tx, user.id, 'ended', at);
  await recordAudit(tx, call, { action: 'user.2fa.reset', about: user });
  if (disabled !== undefined) await enqueueMail(tx, { kind: 'two-factor-disabled', to: user, params: { at }, at });
  return true;
}
