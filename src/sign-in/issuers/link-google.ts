import { changeUser } from '../../accounts/users/changed-users-store.ts';
import type { User } from '../../accounts/users/user.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { enqueueMail } from '../../platform/mail/enqueue-mail.ts';
import { alarmLink } from '../alarms/alarm-link.ts';
import { holdSignIn } from '../sessions/end-sessions.ts';
import type { GoogleIdentity } from './google-credential.ts';
import type { GoogleDeps } from './google-deps.ts';
import { addLink, dropLink, findLinkOf, type GoogleLink } from './google-links-store.ts';
import { spendGoogleCredential } from './spend-google-credential.ts';

/**
 * Links the caller's account to a Google account, whatever its address. Linking the same one again is a no-op.
 * @throws AppError 401 `google.invalid`, 404 `google.off`, 409 `google.taken` or `google.linked_already`, 503
 */
export async function linkGoogle(
  { database, keys, verifyGoogle }: GoogleDeps,
  call: Call,
  { credential, nonce }: { credential: string; nonce?: string },
): Promise<GoogleLink> {
  if (verifyGoogle === undefined) throw new AppError('google.off');
  const identity = await verifyGoogle(credential, nonce);
  return database.transaction((tx) => link(tx, keys, call, identity));
}

async function link(tx: Tx, keys: Keyring, call: Call, identity: GoogleIdentity): Promise<GoogleLink> {
  const { at, caller } = call;
  const { userId } = caller;
  const { subject, email, picture } = identity;
  if (!(await spendGoogleCredential(tx, identity, at))) throw new AppError('google.invalid');
  const user = await changeUser(tx, userId, picture === null ? {} : { google_picture: picture }, at);
  if (user === undefined) throw new AppError('auth.revoked'); // deleted after the gate's check
  await holdSignIn(tx, caller);
  const wanted = { user_id: userId, subject, email, linked_at: at, added_by: caller.sid };
  if (!(await addLink(tx, wanted))) return requireSameLink(await findLinkOf(tx, userId), subject);
  await recordAudit(tx, call, { action: 'google.link', about: 'actor', meta: { first_use: false } });
  const { params, secret } = await alarmLink(tx, keys, { user, sid: caller.sid, at });
  await enqueueMail(tx, { kind: 'google-linked', to: user, params: { at, ...params }, secret, at });
  return wanted;
}

function requireSameLink(existing: GoogleLink | undefined, subject: string): GoogleLink {
  if (existing === undefined) throw new AppError('google.taken');
  if (existing.subject !== subject) throw new AppError('google.linked_already');
  return existing;
}

/** @throws AppError 404 `google.off` */
export async function findOwnLink(
  { database, verifyGoogle }: GoogleDeps,
  { userId }: Caller,
): Promise<GoogleLink | undefined> {
  if (verifyGoogle === undefined) throw new AppError('google.off');
  return findLinkOf(database.read, userId);
}

/**
 * Removes the caller's link and the picture that came with it, unless they could not sign in any more without it.
 * @throws AppError 404 `google.off` or `google.no_link`, 409 `google.last_way_in`
 */
export async function unlinkGoogle(
  { database, verifyGoogle, findUsersWithWayIn }: GoogleDeps,
  call: Call,
): Promise<void> {
  const { userId } = call.caller;
  if (verifyGoogle === undefined) throw new AppError('google.off');
  const { at } = call;
  await database.transaction(async (tx) => {
    // Holds the account's row: of two who remove the last two ways in, the second finds none left.
    const user = await changeUser(tx, userId, { google_picture: null }, at);
    if (user === undefined) throw new AppError('auth.revoked');
    if (!(await dropLink(tx, userId))) throw new AppError('google.no_link');
    if (!(await findUsersWithWayIn(tx, [userId])).has(userId)) throw new AppError('google.last_way_in');
    await recordAudit(tx, call, { action: 'google.unlink', about: 'actor' });
    await enqueueMail(tx, { kind: 'google-unlinked', to: user, params: { at }, at });
  });
}

/** Removes another person's link, audited, and tells them; a no-op without one. The caller must have locked the user's row. */
export async function unlinkGoogleOf(tx: Tx, call: AuditedCall, user: User): Promise<void> {
  if (!(await dropLink(tx, user.id))) return;
  await changeUser(tx, user.id, { google_picture: null }, call.at);
  await recordAudit(tx, call, { action: 'google.unlink', about: user });
  await enqueueMail(tx, { kind: 'google-unlinked', to: user, params: { at: call.at }, at: call.at });
}
