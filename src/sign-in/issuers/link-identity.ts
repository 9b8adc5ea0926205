import { changeUser } from '../../accounts/users/changed-users-store.ts';
import type { User } from '../../accounts/users/user.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { alarmLink } from '../security-notices/alarm-link.ts';
import { holdSignIn } from '../sessions/end-sessions.ts';
import {
  addIdentityLink,
  dropIdentityLink,
  findLinkAt,
  type IdentityLink,
  listLinksOf,
} from './identity-links-store.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { listIdentityProviders } from './identity-providers-store.ts';
import type { ExternalIdentity } from './issuers.ts';
import type { OidcDeps } from './issuers-deps.ts';
import { findLinkedIssuer, holdLinkedIssuer, type LinkedIssuer } from './linked-issuer.ts';

/** A provider, and the caller's account there if it is linked. */
export interface OwnIdentity {
  readonly provider: IdentityProvider;
  readonly link: IdentityLink | undefined;
}

export async function listOwnIdentities(db: Db, userId: UserId): Promise<OwnIdentity[]> {
  const links = await listLinksOf(db, userId);
  const providers = await listIdentityProviders(db);
  return providers.map((provider) => ({ provider, link: links.find(({ issuer }) => issuer === provider.issuer) }));
}

/**
 * Links the caller's account to one at an issuer, whatever its address, in the transaction that spends the proof. Linking the same
 * one again is a no-op.
 * @throws AppError 401 `invalid`, 409 `taken` or `linked_already`
 */
export async function linkIdentity(
  tx: Tx,
  keys: Keyring,
  call: Call,
  { issuer: at, subject, email, picture = null }: Pick<ExternalIdentity, 'issuer' | 'subject' | 'email' | 'picture'>,
): Promise<IdentityLink> {
  const { userId, sid } = call.caller;
  const user = await changeUser(tx, userId, picture === null ? {} : { google_picture: picture }, call.at);
  if (user === undefined) throw new AppError('auth.revoked'); // deleted after the gate's check
  await holdSignIn(tx, call.caller);
  const issuer = await holdLinkedIssuer(tx, at);
  if (issuer === undefined) throw new AppError('identity.invalid'); // removed meanwhile
  const wanted = { issuer: at, subject, user_id: userId, email, linked_at: call.at, added_by: sid };
  if (!(await addIdentityLink(tx, wanted))) return sameLink(issuer, await findLinkAt(tx, userId, at), subject);
  await recordAudit(tx, call, { ...issuer.link(false), about: 'actor' });
  await issuer.mailLinked(tx, user, call.at, await alarmLink(tx, keys, { user, sid, at: call.at }));
  return wanted;
}

function sameLink({ refusals }: LinkedIssuer, existing: IdentityLink | undefined, subject: string): IdentityLink {
  if (existing === undefined) throw new AppError(`${refusals}.taken`);
  if (existing.subject !== subject) throw new AppError(`${refusals}.linked_already`);
  return existing;
}

/**
 * Removes the caller's link, unless they could not sign in any more without it.
 * @throws AppError 404 `no_link`, 409 `last_way_in`
 */
export async function unlinkIdentity(
  { database, findUsersWithWayIn }: Pick<OidcDeps, 'database' | 'findUsersWithWayIn'>,
  call: Call,
  find: (tx: Tx) => Promise<LinkedIssuer | undefined>,
): Promise<void> {
  const { userId } = call.caller;
  await database.transaction(async (tx) => {
    const issuer = await find(tx);
    // Holds the account's row: of two who remove the last two ways in, the second finds none left.
    const user = await changeUser(tx, userId, issuer?.goesToo ?? {}, call.at);
    if (user === undefined) throw new AppError('auth.revoked');
    if (issuer === undefined || !(await dropIdentityLink(tx, userId, issuer.issuer)))
      throw new AppError(`${issuer?.refusals ?? 'identity'}.no_link`);
    if (!(await findUsersWithWayIn(tx, [userId])).has(userId)) throw new AppError(`${issuer.refusals}.last_way_in`);
    await recordAudit(tx, call, { ...issuer.unlink(), about: 'actor' });
    await issuer.mailUnlinked(tx, user, call.at);
  });
}

/** Removes all of another person's links, audited, and tells them of each. The caller must have locked the user's row. */
export async function unlinkIdentitiesOf(tx: Tx, call: AuditedCall, user: User): Promise<void> {
  for (const { issuer: at } of await listLinksOf(tx, user.id)) {
    const issuer = await findLinkedIssuer(tx, at);
    if (!(await dropIdentityLink(tx, user.id, at)) || issuer === undefined) continue;
    if ('google_picture' in issuer.goesToo) await changeUser(tx, user.id, issuer.goesToo, call.at);
    await recordAudit(tx, call, { ...issuer.unlink(), about: user });
    await issuer.mailUnlinked(tx, user, call.at);
  }
}
