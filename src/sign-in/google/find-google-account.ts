import { findAccount, findAccountByEmail } from '../../accounts/users/find-account.ts';
import type { Account, User } from '../../accounts/users/user.ts';
import type { Db } from '../../platform/database/database.ts';
import { tierOf } from '../../platform/kernel/role.ts';
import type { GoogleIdentity } from './google-credential.ts';
import { findLinkBySubject, findLinkOf } from './google-links-store.ts';

/** The account linked to a Google account, or else the one that may be linked at first use. */
export async function findGoogleAccount(db: Db, identity: GoogleIdentity): Promise<Account | undefined> {
  const link = await findLinkBySubject(db, identity.subject);
  const linked = link && (await findAccount(db, link.user_id));
  if (linked !== undefined && linked.status !== 'deleted') return linked;
  const candidate = await findAccountByEmail(db, identity.email);
  if (candidate === undefined || !mayLinkAtFirstUse(candidate, identity)) return undefined;
  const present = await findLinkOf(db, candidate.id); // it may have been linked since the first query
  // Linked to another Google account: this token is a stranger's, whatever its address.
  return present === undefined || present.subject === identity.subject ? candidate : undefined;
}

/**
 * Links without a sign-in only when the token proves the account's own address. Never for tiers 0 and 1: whoever runs a
 * domain's mail must not become a federation's administrator that way.
 */
export const mayLinkAtFirstUse = (user: User, { email, isAuthority }: GoogleIdentity): boolean =>
  isAuthority && user.email === email && user.status === 'active' && tierOf(user.role) > 1;
