import { hash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { type AuditedCall, resumed } from '../../platform/audit/audit-context.ts';
import { browserCookie } from '../../platform/http/browser-cookie.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import { spendChallenge } from '../login/signed-challenge.ts';
import { bindDeparture, type Goal, type Returned, readDeparture, signTicket } from './departure.ts';
import { callbackUrl } from './identity-provider.ts';
import { findIdentityProvider } from './identity-providers-store.ts';
import { IssuerCancelled, IssuerFlaw, IssuerUnavailable } from './issuer-failure.ts';
import type { OidcDeps } from './issuers-deps.ts';
import { refuseIdentity } from './refuse-identity.ts';

/** An error code for the sign-in page instead of a ticket; the page has the text. */
type TravelError = 'unknown' | 'unavailable' | 'cancelled' | 'stale' | 'refused' | 'blocked';

/** Errors are redirects too: a person's browser is between us and the issuer, and no program reads the response. */
const toLogin = (publicUrl: string, fragment: Readonly<Record<string, string>>): string =>
  `${publicUrl}/login#${new URLSearchParams(fragment)}`;

const failedWith = (publicUrl: string, error: TravelError, goal: Goal = 'sign-in'): string =>
  toLogin(publicUrl, { error, ...(goal === 'link' ? { for: goal } : {}) });

/** Where to send a browser that wants to sign in, or link, with a provider. */
export async function leaveForIssuer(
  { database, keys, issuers, publicUrl, log }: OidcDeps,
  { at }: AuditedCall,
  reply: FastifyReply,
  { key, goal }: { readonly key: string; readonly goal: Goal },
): Promise<string> {
  const provider = await findIdentityProvider(database.read, key);
  if (provider === undefined) return failedWith(publicUrl, 'unknown', goal);
  const { issuer } = provider;
  const binding = bindDeparture(keys, at, { key, issuer, goal, browser: markBrowser(reply, publicUrl) });
  try {
    return await issuers.addressFor(provider, callbackUrl(publicUrl, key), binding);
  } catch (error) {
    if (!(error instanceof IssuerUnavailable)) throw error;
    log.warn({ provider: key, problem: error.problem }, 'an identity provider is unavailable');
    return failedWith(publicUrl, 'unavailable', goal);
  }
}

export interface Arrival {
  readonly key: string;
  readonly state: string | undefined;
  /** As the browser sent it, with its question mark. */
  readonly search: string;
  readonly limitKey: string;
}

/** Where to send a browser that comes back: to the page with a ticket, or with an error. */
export async function returnFromIssuer(
  deps: OidcDeps,
  call: AuditedCall,
  reply: FastifyReply,
  { key, state = '', search, limitKey }: Arrival,
): Promise<string> {
  const { database, keys, publicUrl } = deps;
  const browser = browserOf(reply, publicUrl);
  const returned = readDeparture(keys, call.at, { state, key, browser });
  // One response for each departure, before anything it brought is used.
  const isFirst = returned && (await database.transaction((tx) => spendChallenge(tx, returned.challenge, call.at)));
  if (returned === undefined || !isFirst) return failedWith(publicUrl, 'stale');
  const { goal } = returned.departure;
  try {
    return await withTicket(deps, call, returned, search);
  } catch (error) {
    const told = await failureOf(deps, call, { error, key, limitKey });
    return failedWith(publicUrl, told, goal);
  }
}

async function withTicket(
  { database, keys, issuers, publicUrl, clock }: OidcDeps,
  call: AuditedCall,
  { departure, binding }: Returned,
  search: string,
): Promise<string> {
  const { key, issuer, goal, browser } = departure;
  const provider = await findIdentityProvider(database.read, key);
  // Removed, or replaced by another under the same key, while its person was away.
  if (provider?.issuer !== issuer) return failedWith(publicUrl, 'unknown', goal);
  const address = new URL(callbackUrl(publicUrl, key) + search);
  const identity = await issuers.identityFrom(provider, address, binding);
  const { at } = resumed(call, clock); // the issuer took its time
  const ticket = signTicket(keys, at, { identity, goal, browser });
  return toLogin(publicUrl, { ticket, ...(goal === 'link' ? { for: goal } : {}) });
}

interface Failure {
  readonly error: unknown;
  readonly key: string;
  readonly limitKey: string;
}

/** @throws anything but failures of the issuer or the browser */
async function failureOf(deps: OidcDeps, call: AuditedCall, { error, key, limitKey }: Failure): Promise<TravelError> {
  if (error instanceof IssuerCancelled) return 'cancelled';
  if (error instanceof IssuerUnavailable) {
    deps.log.warn({ provider: key, problem: error.problem }, 'an identity provider is unavailable');
    return 'unavailable';
  }
  if (!(error instanceof IssuerFlaw)) throw error;
  const refusal = await refuseIdentity(deps, call, { code: 'identity.invalid', limitKey, flaw: error.flaw });
  return refusal.status === 401 ? 'refused' : 'blocked';
}

/** As long as somebody may take at the issuer, and a little more. `Lax`: the browser comes back from another site. */
const cookieOf = (publicUrl: string) =>
  browserCookie(publicUrl, { name: 'svc_leaving', keptFor: minutes(20), sameSite: 'Lax' });

/** The browser that left for an issuer, as a digest; `undefined` without our cookie. */
export function browserOf(reply: FastifyReply, publicUrl: string): string | undefined {
  const value = cookieOf(publicUrl).sentBy(reply);
  return value === undefined ? undefined : digestOf(value);
}

/** Marks a browser that leaves, and returns its digest. Several tabs share the mark. */
function markBrowser(reply: FastifyReply, publicUrl: string): string {
  const cookie = cookieOf(publicUrl);
  return digestOf(cookie.give(reply, cookie.sentBy(reply)));
}

const digestOf = (value: string): string => hash('sha256', value, 'base64url');
