import type { Db } from '../database/database.ts';
import { tierOf } from '../kernel/role.ts';
import { findAccount, findAccountByEmail } from '../users/find-account.ts';
import type { Account, User } from '../users/user.ts';
import type { GoogleIdentity } from './google-credential.ts';
import { findLinkBySubject, findLinkOf } from './google-links-store.ts';

/** The account that a Google account opens: the one it is linked to, else the one that it may be linked to at first use. */
export async function findGoogleAccount(db: Db, identity: GoogleIdentity): Promise<Account | undefined> {
  const link = await findLinkBySubject(db, identity.subject);
  const linked = link && (await findAccount(db, link.user_id));
  if (linked !== undefined && linked.status !== 'deleted') return linked;
  const candidate = await findAccountByEmail(db, identity.email);
  if (candidate === undefined || !mayLinkAtFirstUse(candidate, identity)) return undefined;
  const present = await findLinkOf(db, candidate.id); // perhaps this very one, made since the first look
  // Linked to another Google account: this one is a stranger's, whatever address it has now.
  return present === undefined || present.subject === identity.subject ? candidate : undefined;
}

/**
 * Without a sign-in only where the token proves the very address that the account is for. Tiers 0 and 1 never: whoever runs
 * the mail of a domain must not become the administrator of a federation that way.
 */
export const mayLinkAtFirstUse = (user: User, { email, isAuthority }: GoogleIdentity): boolean =>
  isAuthority && user.email === email && user.status === 'active' && tierOf(user.role) > 1;
