import { findAccount, findAccountByEmail } from '../../accounts/users/accounts-store.ts';
import type { Account, User } from '../../accounts/users/user.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { SignInId } from '../../platform/kernel/entity-id.ts';
import { tierOf } from '../../platform/kernel/role.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { enqueueMail } from '../../platform/mail/enqueue-mail.ts';
import { alarmLink } from '../alarms/alarm-link.ts';
import { answerSignIn } from '../login/complete-sign-in.ts';
import type { Resume, SignInEntry } from '../login/second-factor.ts';
import { noteUnchanged, signInWithExternalIdentity } from '../login/sign-in-with-external-identity.ts';
import type { SignInOrigins } from '../sessions/sign-in-origins.ts';
import { type GoogleIdentity, GoogleTokenFlaw } from './google-credential.ts';
import type { GoogleDeps } from './google-deps.ts';
import { addLink, findLinkBySubject, findLinkOf, isUsed } from './google-links-store.ts';
import { refuseGoogle } from './refuse-google.ts';
import { spendGoogleCredential } from './spend-google-credential.ts';

export const GOOGLE_WAY = 'google';

export interface GoogleCredentials {
  readonly credential: string;
  readonly nonce?: string;
  /** A 6-digit code or a recovery code. */
  readonly totp?: string | null;
}

/**
 * Signs in the holder of a linked Google account, or of one that may be linked at first use. Then as with a password: lock (423),
 * status, second factor. Never creates an account.
 * @throws AppError 401, 403, 404, 423, 429, 503
 */
export async function signInWithGoogle(
  deps: GoogleDeps,
  call: AuditedCall,
  limitKey: string,
  { credential, nonce, totp }: GoogleCredentials,
) {
  if (deps.verifyGoogle === undefined) throw new AppError('google.off');
  const identity = await deps.verifyGoogle(credential, nonce).catch(async (error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'google.invalid') throw error;
    throw await refuseGoogle(deps, call, { code: 'google.invalid', limitKey, cause: error.cause });
  });
  // Before the account is read, so that a spent token cannot be used to lock it with wrong codes.
  const spent = await isUsed(deps.database.read, identity.digest);
  const outcome = spent
    ? 'used'
    : await signInWithExternalIdentity<'used'>(deps, call, {
        way: GOOGLE_WAY,
        evidence: identity,
        sent: totp === undefined ? {} : { totp },
        limitKey,
        findAccount: () => findGoogleAccount(deps.database.read, identity),
        takeEffect: (tx, account, at, origins) => takeEffect(tx, deps.keys, call, { identity, account, at, origins }),
      });
  if (typeof outcome !== 'string') return answerSignIn(deps, outcome);
  throw await refuseGoogle(deps, call, {
    limitKey,
    ...(outcome === 'used'
      ? { code: 'google.invalid', cause: new GoogleTokenFlaw(outcome) }
      : { code: 'google.not_linked', identity }),
  });
}

/** Resumes a sign-in that Google vouched for at the second factor. */
export const resumeWithGoogle =
  (keys: Keyring): Resume =>
  (account, evidence, call) =>
  (tx, at, origins) =>
    takeEffect(tx, keys, call, { identity: evidence as GoogleIdentity, account, at, origins });

interface Effect {
  readonly identity: GoogleIdentity;
  readonly account: Account;
  readonly at: Instant;
  readonly origins: SignInOrigins;
}

async function takeEffect(
  tx: Tx,
  keys: Keyring,
  call: AuditedCall,
  { identity, account, at, origins }: Effect,
): Promise<'used' | 'changed' | SignInEntry> {
  if (!(await spendGoogleCredential(tx, identity, at))) return 'used';
  const user = await noteUnchanged(tx, account, { picture: identity.picture, at });
  if (user === undefined) return 'changed';
  const link = await findLinkBySubject(tx, identity.subject);
  if (link?.user_id === user.id) {
    origins.openedWith(link.added_by);
    return recorded(false);
  }
  return (await linkAtFirstUse(tx, keys, call, { identity, user, at, sid: origins.sid })) ? recorded(true) : 'changed';
}

const recorded =
  (linked: boolean): SignInEntry =>
  (meta) => ({ action: 'google.login', meta: { ...meta, linked } });

async function linkAtFirstUse(
  tx: Tx,
  keys: Keyring,
  call: AuditedCall,
  { identity, user, at, sid }: { identity: GoogleIdentity; user: User; at: Instant; sid: SignInId },
): Promise<boolean> {
  const { subject, email } = identity;
  if (!mayLinkAtFirstUse(user, identity)) return false;
  if (!(await addLink(tx, { user_id: user.id, subject, email, linked_at: at, added_by: sid }))) return false;
  const actor = { id: user.id, email: user.email, tenantId: user.tenant_id };
  await recordAudit(tx, call, {
    action: 'google.link',
    about: 'actor',
    actor,
    meta: { first_use: true },
  });
  const { params, secret } = await alarmLink(tx, keys, { user, sid, at });
  await enqueueMail(tx, { kind: 'google-linked', to: user, params: { at, ...params }, secret, at });
  return true;
}

/** The account linked to a Google account, or else the one that may be linked at first use. */
async function findGoogleAccount(db: Db, identity: GoogleIdentity): Promise<Account | undefined> {
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
const mayLinkAtFirstUse = (user: User, { email, isAuthority }: GoogleIdentity): boolean =>
  isAuthority && user.email === email && user.status === 'active' && tierOf(user.role) > 1;
