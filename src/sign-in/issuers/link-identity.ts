import { changeUser } from '../../accounts/users/changed-users-store.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { enqueueMail } from '../../platform/mail/enqueue-mail.ts';
import { alarmLink } from '../alarms/alarm-link.ts';
import { spendChallenge } from '../login/signed-challenge.ts';
import { holdSignIn } from '../sessions/end-sessions.ts';
import { readTicket } from './departure.ts';
import {
  addIdentityLink,
  dropIdentityLink,
  findLinkAt,
  type IdentityLink,
  listLinksOf,
} from './identity-links-store.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { findIdentityProvider, holdProviderOfIssuer, listIdentityProviders } from './identity-providers-store.ts';
import type { ExternalIdentity } from './issuers.ts';
import type { OidcDeps } from './issuers-deps.ts';

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
 * Links the caller's account to the one at an issuer that a ticket is about, whatever its address. Linking the same one
 * again is a no-op.
 * @throws AppError 401 `identity.invalid`, 409 `identity.taken` or `identity.linked_already`
 */
export async function linkIdentity(
  { database, keys }: OidcDeps,
  call: Call,
  { ticket: text, browser }: { readonly ticket: string; readonly browser: string | undefined },
): Promise<OwnIdentity> {
  const ticket = readTicket(keys, call.at, { text, browser, goal: 'link' });
  if (ticket === undefined) throw new AppError('identity.invalid');
  return database.transaction(async (tx) => {
    if (!(await spendChallenge(tx, ticket.challenge, call.at))) throw new AppError('identity.invalid');
    return link(tx, keys, call, ticket.identity);
  });
}

async function link(
  tx: Tx,
  keys: Keyring,
  call: Call,
  { issuer, subject, email }: ExternalIdentity,
): Promise<OwnIdentity> {
  const { userId, sid } = call.caller;
  const { at } = call;
  const user = await changeUser(tx, userId, {}, at);
  if (user === undefined) throw new AppError('auth.revoked'); // deleted after the gate's check
  await holdSignIn(tx, call.caller);
  const provider = await holdProviderOfIssuer(tx, issuer);
  if (provider === undefined) throw new AppError('identity.invalid'); // removed meanwhile
  const wanted = { issuer, subject, user_id: userId, email, linked_at: at, added_by: sid };
  if (!(await addIdentityLink(tx, wanted)))
    return { provider, link: requireSameLink(await findLinkAt(tx, userId, issuer), subject) };
  const meta = { provider: provider.key, first_use: false };
  await recordAudit(tx, call, { action: 'identity.link', about: 'actor', meta });
  const alarm = await alarmLink(tx, keys, { user, sid, at });
  const params = { at, provider: provider.name, ...alarm.params };
  await enqueueMail(tx, { kind: 'identity-linked', to: user, params, secret: alarm.secret, at });
  return { provider, link: wanted };
}

function requireSameLink(existing: IdentityLink | undefined, subject: string): IdentityLink {
  if (existing === undefined) throw new AppError('identity.taken');
  if (existing.subject !== subject) throw new AppError('identity.linked_already');
  return existing;
}

/**
 * Removes the caller's link, unless they could not sign in any more without it.
 * @throws AppError 404 `identity.no_link`, 409 `identity.last_way_in`
 */
export async function unlinkIdentity(
  { database, findUsersWithWayIn }: OidcDeps,
  call: Call,
  key: string,
): Promise<void> {
  const { userId } = call.caller;
  const { at } = call;
  await database.transaction(async (tx) => {
    // Holds the account's row: of two who remove the last two ways in, the second finds none left.
    const user = await changeUser(tx, userId, {}, at);
    if (user === undefined) throw new AppError('auth.revoked');
    const provider = await findIdentityProvider(tx, key);
    if (provider === undefined || !(await dropIdentityLink(tx, userId, provider.issuer)))
      throw new AppError('identity.no_link');
    if (!(await findUsersWithWayIn(tx, [userId])).has(userId)) throw new AppError('identity.last_way_in');
    await recordAudit(tx, call, { action: 'identity.unlink', about: 'actor', meta: { provider: key } });
    await enqueueMail(tx, { kind: 'identity-unlinked', to: user, params: { at, provider: provider.name }, at });
  });
}
