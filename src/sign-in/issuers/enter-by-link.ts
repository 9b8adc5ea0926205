import { findAccount, findAccountByEmail } from '../../accounts/users/accounts-store.ts';
import type { Account, User } from '../../accounts/users/user.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { tierOf } from '../../platform/kernel/role.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import type { SignInEntry } from '../login/second-factor.ts';
import { recordIfUnchanged } from '../login/sign-in-with-external-identity.ts';
import { alarmLink } from '../security-notices/alarm-link.ts';
import type { SignInOrigins } from '../sessions/sign-in-origins.ts';
import { addIdentityLink, findLinkAt, findLinkOfIdentity } from './identity-links-store.ts';
import type { ExternalIdentity } from './issuers.ts';
import { findLinkedIssuer, holdLinkedIssuer, type LinkedIssuer } from './linked-issuer.ts';

/** The account linked to one at an issuer, or else the one that may be linked at first use. */
export async function findLinkedAccount(db: Db, identity: ExternalIdentity): Promise<Account | undefined> {
  const link = await findLinkOfIdentity(db, identity);
  const linked = link && (await findAccount(db, link.user_id));
  if (linked !== undefined && linked.status !== 'deleted') return linked;
  const issuer = await findLinkedIssuer(db, identity.issuer);
  const candidate = identity.email === null ? undefined : await findAccountByEmail(db, identity.email);
  if (issuer === undefined || candidate === undefined) return undefined;
  if (!mayLinkAtFirstUse(candidate, identity, issuer)) return undefined;
  const present = await findLinkAt(db, candidate.id, identity.issuer); // it may have been linked since the first query
  // Linked to another account of the issuer: this one is a stranger's, whatever its address.
  return present === undefined || present.subject === identity.subject ? candidate : undefined;
}

export interface Effect {
  readonly identity: ExternalIdentity;
  readonly account: Account;
  readonly at: Instant;
  readonly origins: SignInOrigins;
}

/** What a sign-in by a link changes: it is noted, and at first use the link is made. */
export async function enterByLink(
  tx: Tx,
  keys: Keyring,
  call: AuditedCall,
  { identity, account, at, origins }: Effect,
): Promise<'changed' | SignInEntry> {
  const user = await recordIfUnchanged(tx, account, { picture: identity.picture ?? null, at });
  if (user === undefined) return 'changed';
  const issuer = await holdLinkedIssuer(tx, identity.issuer);
  if (issuer === undefined) return 'changed';
  const link = await findLinkOfIdentity(tx, identity);
  if (link?.user_id === user.id) {
    origins.openedWith(link.added_by);
    return issuer.login(false);
  }
  if (!mayLinkAtFirstUse(user, identity, issuer)) return 'changed';
  const { sid } = origins;
  const { subject, email } = identity;
  const added = { issuer: issuer.issuer, subject, user_id: user.id, email, linked_at: at, added_by: sid };
  if (!(await addIdentityLink(tx, added))) return 'changed';
  const actor = { id: user.id, email: user.email, tenantId: user.tenant_id };
  await recordAudit(tx, call, { ...issuer.link(true), about: 'actor', actor });
  await issuer.mailLinked(tx, user, at, await alarmLink(tx, keys, { user, sid, at }));
  return issuer.login(true);
}

/**
 * Links without a sign-in only where the issuer has verified the account's own address, and may vouch for it. Never for tiers 0
 * and 1: whoever runs an issuer, or a domain's mail, must not become a federation's administrator that way.
 */
const mayLinkAtFirstUse = (user: User, { email, emailVerified }: ExternalIdentity, issuer: LinkedIssuer): boolean =>
  emailVerified &&
  email !== null &&
  issuer.mayVouchFor(email) &&
  user.email === email &&
  user.status === 'active' &&
  tierOf(user.role) > 1;
