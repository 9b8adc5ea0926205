import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { membersOf } from '../../platform/kernel/unchecked.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { answerSignIn } from '../login/complete-sign-in.ts';
import type { Resume } from '../login/second-factor.ts';
import { signInWithExternalIdentity } from '../login/sign-in-with-external-identity.ts';
import { type Effect, enterByLink, findLinkedAccount } from './enter-by-link.ts';
import { type GoogleIdentity, GoogleTokenFlaw } from './google-credential.ts';
import { isUsed, spendGoogleCredential } from './google-credentials-store.ts';
import type { IdentityLink } from './identity-links-store.ts';
import type { ExternalIdentity } from './issuers.ts';
import type { GoogleDeps } from './issuers-deps.ts';
import { linkIdentity } from './link-identity.ts';
import { GOOGLE } from './linked-issuer.ts';
import { refuseIdentity } from './refuse-identity.ts';

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
  const refuseFlawed = (cause: unknown) =>
    refuseIdentity(deps, call, { code: 'google.invalid', limitKey, cause, flaw: flawIn(cause) });
  const identity = await verifierOf(deps)(credential, nonce).catch(async (error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'google.invalid') throw error;
    throw await refuseFlawed(error.cause);
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
        findAccount: () => findLinkedAccount(deps.database.read, atGoogle(identity)),
        takeEffect: (tx, account, at, origins) => enter(tx, deps.keys, call, { identity, account, at, origins }),
      });
  if (typeof outcome !== 'string') return answerSignIn(deps, outcome);
  throw outcome === 'used'
    ? await refuseFlawed(new GoogleTokenFlaw(outcome))
    : await refuseIdentity(deps, call, { code: 'google.not_linked', limitKey, identity });
}

/** Resumes a sign-in that Google vouched for at the second factor. */
export const resumeWithGoogle =
  (keys: Keyring): Resume =>
  (account, evidence, call) =>
  (tx, at, origins) =>
    enter(tx, keys, call, { identity: evidence as GoogleIdentity, account, at, origins }); // signed by us for this way

const enter = async (
  tx: Tx,
  keys: Keyring,
  call: AuditedCall,
  { identity, ...effect }: Omit<Effect, 'identity'> & { readonly identity: GoogleIdentity },
) =>
  (await spendGoogleCredential(tx, identity, effect.at))
    ? enterByLink(tx, keys, call, { identity: atGoogle(identity), ...effect })
    : 'used';

/**
 * Links the caller's account to a Google account. Linking the same one again is a no-op.
 * @throws AppError 401 `google.invalid`, 404 `google.off`, 409 `google.taken` or `google.linked_already`, 503
 */
export async function linkGoogle(
  deps: GoogleDeps,
  call: Call,
  { credential, nonce }: GoogleCredentials,
): Promise<IdentityLink> {
  const identity = await verifierOf(deps)(credential, nonce);
  return deps.database.transaction(async (tx) => {
    if (!(await spendGoogleCredential(tx, identity, call.at))) throw new AppError('google.invalid');
    return linkIdentity(tx, deps.keys, call, atGoogle(identity));
  });
}

/** @throws AppError 404 `google.off` */
export function verifierOf({ verifyGoogle }: Pick<GoogleDeps, 'verifyGoogle'>) {
  if (verifyGoogle === undefined) throw new AppError('google.off');
  return verifyGoogle;
}

const atGoogle = ({ subject, email, isAuthority, picture }: GoogleIdentity): ExternalIdentity => ({
  issuer: GOOGLE.issuer,
  subject,
  email,
  emailVerified: isAuthority,
  picture,
});

/** jose's name for what concerns no single claim is its code. */
function flawIn(cause: unknown): string | undefined {
  const { claim = 'unspecified', code } = membersOf(cause);
  const flaw = claim === 'unspecified' ? code : claim;
  return typeof flaw === 'string' ? flaw : undefined;
}
