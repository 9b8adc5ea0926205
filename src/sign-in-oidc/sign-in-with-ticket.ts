import type { AuditedCall } from '../audit/audit-context.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { spendChallenge } from '../challenges/spend-challenge.ts';
import type { Tx } from '../database/database.ts';
import { holdProviderOfIssuer } from '../identity-providers/find-identity-provider.ts';
import type { VouchedIdentity } from '../identity-providers/issuers.ts';
import { AppError } from '../kernel/app-error.ts';
import type { Instant } from '../kernel/clock.ts';
import { evaluating } from '../lockout/lockout.ts';
import { lockoutErrors } from '../lockout/lockout-errors.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { answerSignIn, completeSignIn, type OpenedSession } from '../sign-in/complete-sign-in.ts';
import { refuseBlocked } from '../sign-in/refuse-sign-in.ts';
import { requireActive } from '../sign-in/require-active.ts';
import { requireSecondFactor } from '../sign-in/require-second-factor.ts';
import type { Resume } from '../sign-in/second-factor.ts';
import type { SignInDeps } from '../sign-in/sign-in-deps.ts';
import type { SignInEntry } from '../sign-in/sign-in-entry.ts';
import { noteVouchedSignIn } from '../users/change-user.ts';
import type { Account } from '../users/user.ts';
import { readTicket } from './departure.ts';
import { findLinkedAccount, mayLinkAtFirstUse } from './find-linked-account.ts';
import { addIdentityLink, findLinkOfIdentity } from './identity-links-store.ts';
import { refuseIdentity } from './refuse-identity.ts';

export const TICKET_WAY = 'identity';

interface TicketSent {
  readonly ticket: string;
  /** The browser that sends it. */
  readonly browser: string | undefined;
  readonly limitKey: string;
}

/**
 * Signs in the owner of the account that is linked to one at an issuer, or that may be linked at first use. The ticket is
 * spent first, whatever comes of it; from there on as with a password: lock (423), status, second factor. Never creates an
 * account.
 * @throws AppError 401, 403, 423, 429, 503
 */
export async function signInWithTicket(deps: SignInDeps, call: AuditedCall, sent: TicketSent) {
  const { limitKey } = sent;
  const identity = await redeemed(deps, call, sent);
  if (identity === undefined) throw await refuseIdentity(deps, call, { code: 'identity.invalid', limitKey });
  const request = { identity, limitKey };
  const first = await tryAccount(deps, call, request);
  const outcome = first === 'changed' ? await tryAccount(deps, call, request) : first;
  if (outcome === 'changed') throw new AppError(lockoutErrors['attempts.busy'], { headers: { 'retry-after': '1' } });
  if (outcome === undefined) throw await refuseIdentity(deps, call, { code: 'identity.not_linked', ...request });
  return answerSignIn(deps, outcome);
}

async function redeemed(
  { database, keys }: SignInDeps,
  { at }: AuditedCall,
  { ticket: text, browser }: TicketSent,
): Promise<VouchedIdentity | undefined> {
  const ticket = readTicket(keys, at, { text, browser, goal: 'sign-in' });
  if (ticket === undefined) return undefined;
  const isMine = await database.transaction((tx) => spendChallenge(tx, ticket.challenge, at));
  return isMine ? ticket.identity : undefined;
}

/** `undefined`: nobody's; `changed`: the account changed since it was read. */
async function tryAccount(
  deps: SignInDeps,
  call: AuditedCall,
  { identity, limitKey }: { readonly identity: VouchedIdentity; readonly limitKey: string },
): Promise<OpenedSession | 'changed' | undefined> {
  const account = await findLinkedAccount(deps.database.read, identity);
  if (account === undefined) return undefined;
  const guess = { account, subject: { address: account.email } };
  const beginning = await deps.lockout.begin(guess.subject, limitKey, 'code');
  if (beginning.kind !== 'ready') throw await refuseBlocked(deps, call, guess, beginning, limitKey);
  const { attempt } = beginning;
  return evaluating(deps.lockout, attempt, async () => {
    await requireActive(deps, call, account, attempt);
    const second = await requireSecondFactor(deps, call, {
      ...{ account, attempt, evidence: identity, way: TICKET_WAY },
      sent: {},
    });
    const outcome = await completeSignIn<'changed'>(deps, call, {
      attempt,
      account,
      second,
      alongside: (tx, at) => takeEffect(tx, call, { identity, account, at }),
    });
    if (typeof outcome !== 'string') return outcome;
    await deps.lockout.release(attempt);
    return 'changed';
  });
}

/** How the sign-in of somebody whom an issuer vouched for is taken up at the second factor. */
export const resumeWithIdentity: Resume = (account, evidence, call) => (tx, at) =>
  takeEffect(tx, call, { identity: evidence as VouchedIdentity, account, at }); // signed by us for this way

interface Effect {
  readonly identity: VouchedIdentity;
  readonly account: Account;
  readonly at: Instant;
}

async function takeEffect(
  tx: Tx,
  call: AuditedCall,
  { identity, account, at }: Effect,
): Promise<'changed' | SignInEntry> {
  const user = await noteVouchedSignIn(tx, account.id, { picture: null, at });
  // A second factor enabled in the meantime must be asked for.
  if (user === undefined || user.two_factor_enabled_at !== account.two_factor_enabled_at) return 'changed';
  const provider = await holdProviderOfIssuer(tx, identity.issuer);
  if (provider === undefined) return 'changed';
  const recorded =
    (linked: boolean): SignInEntry =>
    (meta) => ({ action: 'identity.login', meta: { ...meta, provider: provider.key, linked } });
  const link = await findLinkOfIdentity(tx, identity);
  if (link?.user_id === user.id) return recorded(false);
  if (!mayLinkAtFirstUse(user, identity, provider)) return 'changed';
  const { issuer, subject, email } = identity;
  if (!(await addIdentityLink(tx, { issuer, subject, user_id: user.id, email, linked_at: at }))) return 'changed';
  const actor = { id: user.id, email: user.email, tenantId: user.tenant_id };
  const meta = { provider: provider.key, first_use: true };
  await recordAudit(tx, call, { action: 'identity.link', about: 'actor', actor, meta });
  await enqueueMail(tx, { kind: 'identity-linked', to: user, params: { at, provider: provider.name }, at });
  return recorded(true);
}
