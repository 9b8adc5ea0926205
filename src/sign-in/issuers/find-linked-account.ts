import { findAccount, findAccountByEmail } from '../../accounts/users/find-account.ts';
import type { Account, User } from '../../accounts/users/user.ts';
import type { Db } from '../../platform/database/database.ts';
import { tierOf } from '../../platform/kernel/role.ts';
import { findProviderOfIssuer } from './find-identity-provider.ts';
import { findLinkAt, findLinkOfIdentity } from './identity-links-store.ts';
import type { IdentityProvider } from './identity-provider.ts';
import type { VouchedIdentity } from './issuers.ts';

/** The account linked to one at an issuer, or else the one that may be linked at first use. */
export async function findLinkedAccount(db: Db, identity: VouchedIdentity): Promise<Account | undefined> {
  const link = await findLinkOfIdentity(db, identity);
  const linked = link && (await findAccount(db, link.user_id));
  if (linked !== undefined && linked.status !== 'deleted') return linked;
  const provider = await findProviderOfIssuer(db, identity.issuer);
  const candidate = identity.email === null ? undefined : await findAccountByEmail(db, identity.email);
  if (provider === undefined || candidate === undefined) return undefined;
  if (!mayLinkAtFirstUse(candidate, identity, provider)) return undefined;
  const present = await findLinkAt(db, candidate.id, identity.issuer); // it may have been linked since the first query
  // Linked to another account of the issuer: this one is a stranger's, whatever its address.
  return present === undefined || present.subject === identity.subject ? candidate : undefined;
}

/**
 * Links without a sign-in only where the issuer has verified the account's own address, and its administrator may vouch
 * for the domain. Never for tiers 0 and 1: whoever runs an issuer must not become a federation's administrator that way.
 */
export function mayLinkAtFirstUse(
  user: User,
  { email, emailVerified }: VouchedIdentity,
  { linking, domains }: IdentityProvider,
): boolean {
  if (linking !== 'verified_email' || !emailVerified || email === null) return false;
  const domain = email.slice(email.lastIndexOf('@') + 1);
  return domains.includes(domain) && user.email === email && user.status === 'active' && tierOf(user.role) > 1;
}
