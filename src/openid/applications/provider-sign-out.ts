import type { FastifyReply } from 'fastify';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { findAccount } from '../../accounts/users/accounts-store.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { EndBefore } from '../../sign-in/login/sign-in-deps.ts';
import { endSession } from '../../sign-in/sessions/end-sessions.ts';
import { type PersonInSignIn, parseAccountId } from './provider-ids.ts';
import { SIGNED_OUT, SIGNED_OUT_PAGE } from './provider-pages.ts';
import { dropRecord, findRecord } from './provider-records-store.ts';
import { isSameAddress } from './still-allowed.ts';

const COOKIE = { signed: true, httpOnly: true, overwrite: true, sameSite: 'lax' } as const;

/**
 * The session's cookie comes with every request of this host, so that signing in can end what it holds; `__Host-` keeps other hosts
 * of the domain from planting one (RFC 6265bis §4.1.3.2). The other two lead to one path each, where that prefix is not allowed.
 * Browsers accept either prefix over https only.
 */
export function providerCookies(publicUrl: string) {
  const isHttps = publicUrl.startsWith('https:');
  const [host, secure] = isHttps ? ['__Host-', '__Secure-'] : ['', ''];
  return {
    names: {
      session: `${host}iskaznica_oidc`,
      interaction: `${secure}iskaznica_oidc_step`,
      resume: `${secure}iskaznica_oidc_resume`,
    },
    long: { ...COOKIE, secure: isHttps, path: '/' },
    short: { ...COOKIE, secure: isHttps },
  };
}

/**
 * Whoever signs in takes the place of the person before them in this browser. The provider would otherwise let that one in at
 * every application, without a question.
 */
export function endReplaced(publicUrl: string): (reply: FastifyReply) => EndBefore {
  const { names } = providerCookies(publicUrl);
  const value = new RegExp(`(?:^|;) *${names.session}=([\\w-]{1,100})(?= *(?:;|$))`);
  return ({ request }) => {
    const id = value.exec(request.headers.cookie ?? '')?.[1];
    return async (tx, call) => {
      if (id !== undefined) await endHeldBy(tx, call, id);
    };
  };
}

/** The id is the secret that the browser was given: whoever knows it may end it. */
async function endHeldBy(tx: Tx, call: AuditedCall, id: string): Promise<void> {
  const found = await findRecord(tx, 'Session', id, call.at);
  const accountId = found?.payload.accountId;
  const person = typeof accountId === 'string' ? parseAccountId(accountId) : undefined;
  if (person !== undefined) await endSignInOf(tx, call, person); // first, as records are locked after their sign-in
  await dropRecord(tx, 'Session', id);
}

/** Ends our sign-in when somebody signs out at an application and confirms signing out of everything. */
export async function endBySignOut(
  database: Database,
  call: AuditedCall,
  session: KoaContextWithOIDC['oidc']['session'],
): Promise<boolean> {
  const isOver = session !== undefined && 'destroyed' in session && session.destroyed === true;
  const person = isOver && session.accountId ? parseAccountId(session.accountId) : undefined;
  if (person === undefined) return false;
  await database.transaction((tx) => endSignInOf(tx, call, person));
  return true;
}

/** Ends it as its owner's own sign-out, unless it has ended. */
async function endSignInOf(tx: Tx, call: AuditedCall, { userId, sid }: PersonInSignIn): Promise<void> {
  const account = await findAccount(tx, userId);
  if (account === undefined || !(await endSession(tx, sid, 'logout', call.at))) return;
  const actor = { id: account.id, email: account.email, tenantId: account.tenant_id };
  await recordAudit(tx, call, { action: 'logout', about: 'actor', actor, meta: { sid, all: false, ended: 1 } });
}

type Answer = Pick<KoaContextWithOIDC, 'response' | 'redirect'>;

/** The address to go to after a sign-out may have been removed while the person was asked. */
export function keepToRegistered(ctx: Answer, ownPage: string, client: KoaContextWithOIDC['oidc']['client']): void {
  const location = ctx.response.get('location');
  const next = URL.parse(location);
  if (next === null || location.startsWith(ownPage)) return;
  const isNative = client?.applicationType === 'native';
  const isRegistered = (client?.postLogoutRedirectUris ?? []).some((registered) => {
    const whole = new URL(registered);
    const state = next.searchParams.get('state');
    if (state !== null) whole.searchParams.set('state', state);
    return isSameAddress(whole.href, next.href, isNative);
  });
  if (!isRegistered) ctx.redirect(ownPage);
}

/** The page that follows has no session any more to tell by whether there was one. */
export function tellOfSignOut(ctx: Answer): void {
  const next = ctx.response.get('location');
  if (next.endsWith(SIGNED_OUT_PAGE)) ctx.redirect(`${next}?${SIGNED_OUT}`);
}
