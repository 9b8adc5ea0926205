import { findAccount, findAccountByEmail } from '../../accounts/users/accounts-store.ts';
import type { Account, User } from '../../accounts/users/user.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { tierOf } from '../../platform/kernel/role.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { enqueueMail } from '../../platform/mail/enqueue-mail.ts';
import { alarmLink } from '../alarms/alarm-link.ts';
import { answerSignIn } from '../login/complete-sign-in.ts';
import type { Resume, SignInEntry } from '../login/second-factor.ts';
import type { SignInDeps } from '../login/sign-in-deps.ts';
import { noteUnchanged, signInWithExternalIdentity } from '../login/sign-in-with-external-identity.ts';
import { spendChallenge } from '../login/signed-challenge.ts';
import type { SignInOrigins } from '../sessions/sign-in-origins.ts';
import { readTicket } from './departure.ts';
import { addIdentityLink, findLinkAt, findLinkOfIdentity } from './identity-links-store.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { findProviderOfIssuer, holdProviderOfIssuer } from './identity-providers-store.ts';
import type { ExternalIdentity } from './issuers.ts';
import { refuseIdentity } from './refuse-identity.ts';

export const TICKET_WAY = 'identity';

interface SubmittedTicket {
  readonly ticket: string;
  /** The browser that sent it. */
  readonly browser: string | undefined;
  readonly limitKey: string;
}

/**
 * Signs in the owner of the account that is linked to one at an issuer, or that may be linked at first use. The ticket is spent
 * first, whatever the outcome; then as with a password: lock (423), status, second factor. Never creates an account.
 * @throws AppError 401, 403, 423, 429, 503
 */
export async function signInWithTicket(deps: SignInDeps, call: AuditedCall, sent: SubmittedTicket) {
  const { limitKey } = sent;
  const identity = await redeemed(deps, call, sent);
  if (identity === undefined) throw await refuseIdentity(deps, call, { code: 'identity.invalid', limitKey });
  const outcome = await signInWithExternalIdentity<never>(deps, call, {
    way: TICKET_WAY,
    evidence: identity,
    sent: {},
    limitKey,
    findAccount: () => findLinkedAccount(deps.database.read, identity),
    takeEffect: (tx, account, at, origins) => takeEffect(tx, deps.keys, call, { identity, account, at, origins }),
  });
  if (outcome !== 'nobody') return answerSignIn(deps, outcome);
  throw await refuseIdentity(deps, call, { code: 'identity.not_linked', identity, limitKey });
}

async function redeemed(
  { database, keys }: SignInDeps,
  { at }: AuditedCall,
  { ticket: text, browser }: SubmittedTicket,
): Promise<ExternalIdentity | undefined> {
  const ticket = readTicket(keys, at, { text, browser, goal: 'sign-in' });
  if (ticket === undefined) return undefined;
  const isMine = await database.transaction((tx) => spendChallenge(tx, ticket.challenge, at));
  return isMine ? ticket.identity : undefined;
}

/** Resumes a sign-in that an issuer vouched for at the second factor. */
export const resumeWithIdentity =
  (keys: Keyring): Resume =>
  (account, evidence, call) =>
  (tx, at, origins) =>
    takeEffect(tx, keys, call, { identity: evidence as ExternalIdentity, account, at, origins }); // signed by us for this way

interface Effect {
  readonly identity: ExternalIdentity;
  readonly account: Account;
  readonly at: Instant;
  readonly origins: SignInOrigins;
}

async function takeEffect(
  tx: Tx,
  keys: Keyring,
  call: AuditedCall,
  { identity, account, at, origins }: Effect,
): Promise<'changed' | SignInEntry> {
  const user = await noteUnchanged(tx, account, { at });
  if (user === undefined) return 'changed';
  const provider = await holdProviderOfIssuer(tx, identity.issuer);
  if (provider === undefined) return 'changed';
  const recorded =
    (linked: boolean): SignInEntry =>
    (meta) => ({ action: 'identity.login', meta: { ...meta, provider: provider.key, linked } });
  const link = await findLinkOfIdentity(tx, identity);
  if (link?.user_id === user.id) {
    origins.openedWith(link.added_by);
    return recorded(false);
  }
  if (!mayLinkAtFirstUse(user, identity, provider)) return 'changed';
  const { issuer, subject, email } = identity;
  const { sid } = origins;
  const added = { issuer, subject, user_id: user.id, email, linked_at: at, added_by: sid };
  if (!(await addIdentityLink(tx, added))) return 'changed';
  const actor = { id: user.id, email: user.email, tenantId: user.tenant_id };
  const meta = { provider: provider.key, first_use: true };
  await recordAudit(tx, call, { action: 'identity.link', about: 'actor', actor, meta });
  const alarm = await alarmLink(tx, keys, { user, sid, at });
  const params = { at, provider: provider.name, ...alarm.params };
  await enqueueMail(tx, { kind: 'identity-linked', to: user, params, secret: alarm.secret, at });
  return recorded(true);
}

/** The account linked to one at an issuer, or else the one that may be linked at first use. */
async function findLinkedAccount(db: Db, identity: ExternalIdentity): Promise<Account | undefined> {
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
function mayLinkAtFirstUse(
  user: User,
  { email, emailVerified }: ExternalIdentity,
  { linking, domains }: IdentityProvider,
): boolean {
  if (linking !== 'verified_email' || !emailVerified || email === null) return false;
  const domain = email.slice(email.lastIndexOf('@') + 1);
  return domains.includes(domain) && user.email === email && user.status === 'active' && tierOf(user.role) > 1;
}
