import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import type { Call } from '../../platform/http/call.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { answerSignIn } from '../login/complete-sign-in.ts';
import type { Resume } from '../login/second-factor.ts';
import type { SignInDeps } from '../login/sign-in-deps.ts';
import { signInWithExternalIdentity } from '../login/sign-in-with-external-identity.ts';
import { spendChallenge } from '../login/signed-challenge.ts';
import { readTicket } from './departure.ts';
import { enterByLink, findLinkedAccount } from './enter-by-link.ts';
import { findProviderOfIssuer } from './identity-providers-store.ts';
import type { ExternalIdentity } from './issuers.ts';
import type { OidcDeps } from './issuers-deps.ts';
import { linkIdentity, type OwnIdentity } from './link-identity.ts';
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
    takeEffect: (tx, account, at, origins) => enterByLink(tx, deps.keys, call, { identity, account, at, origins }),
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
    enterByLink(tx, keys, call, { identity: evidence as ExternalIdentity, account, at, origins }); // signed by us for this way

/**
 * Links the caller's account to the one at an issuer that a ticket is about.
 * @throws AppError 401 `identity.invalid`, 409 `identity.taken` or `identity.linked_already`
 */
export async function linkByTicket(
  { database, keys }: OidcDeps,
  call: Call,
  { ticket: text, browser }: Pick<SubmittedTicket, 'ticket' | 'browser'>,
): Promise<OwnIdentity> {
  const ticket = readTicket(keys, call.at, { text, browser, goal: 'link' });
  if (ticket === undefined) throw new AppError('identity.invalid');
  return database.transaction(async (tx) => {
    if (!(await spendChallenge(tx, ticket.challenge, call.at))) throw new AppError('identity.invalid');
    const link = await linkIdentity(tx, keys, call, ticket.identity);
    const provider = await findProviderOfIssuer(tx, link.issuer);
    if (provider === undefined) throw new AppError('identity.invalid'); // its row is locked
    return { provider, link };
  });
}
