import type { Configuration, KoaContextWithOIDC, default as Provider } from 'oidc-provider';
import type { Logger } from 'pino';
import type { SecondFactors } from '../../accounts/permissions/second-factors.ts';
import type { RateLimit } from '../../platform/counters/sliding-window.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { nowOf } from '../../platform/kernel/clock.ts';
import type { SigningKey } from '../../platform/keys/data-key.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { PROVIDER_MOUNT } from '../../sign-in/sessions/logout-notices/logout-token.ts';
import type { ServiceTokens } from '../../sign-in/sessions/service-tokens.ts';
import type { VerifyToken } from '../../sign-in/sessions/session-token.ts';
import { listMembershipsFor } from './admissions-store.ts';
import { isSecretOf } from './application-secret.ts';
import { DEVICE_GRANT, DEVICE_PAGE, POLL_INTERVAL, USER_CODE } from './device-code.ts';
import { findAdmittedPerson, mustConfirmPolicy } from './find-admitted-person.ts';
import { findGrant } from './find-grant.ts';
import { loadProvider, type ProviderLibrary } from './load-provider.ts';
import { providerAdapter } from './provider-adapter.ts';
import { callOfRequest } from './provider-calls.ts';
import { claimsOf } from './provider-claims.ts';
import { subjectFor } from './provider-ids.ts';
import { SIGNED_OUT_PAGE, showSignedOut, showSignOut } from './provider-pages.ts';
import { PROTOCOL } from './provider-protocol.ts';
import { endBySignOut, keepToRegistered, providerCookies, tellOfSignOut } from './provider-sign-out.ts';
import { clientCredentialsGrant, revokeServiceToken } from './service-token-grants.ts';

export interface ProviderDeps extends Pick<Platform, 'database' | 'keys' | 'clock' | 'log' | 'publicUrl'> {
  /** Users of this tier or a stronger one must have a second factor; -1 for nobody. */
  readonly factors: SecondFactors;
  readonly serviceTokens: ServiceTokens;
  readonly verifyToken: VerifyToken;
  /** How often a service may ask for a token. */
  readonly tokenLimit: RateLimit;
}

const interactionPath = (uid: string): string => `${PROVIDER_MOUNT}/interaction/${uid}`;

/** The protocol, implemented by a certified library that is loaded here at the first call. Storage and decisions are ours. */
export async function openProvider(deps: ProviderDeps, signing: readonly SigningKey[]): Promise<Provider> {
  const { database, keys, clock, log, publicUrl, factors } = deps;
  const library = await loadProvider();
  const adapterDeps = adapterDepsOf(deps, library);
  const findAdmitted: FindAdmitted = (accountId, applicationId, needsConsent) =>
    findAdmittedPerson(database.read, factors, { accountId, applicationId, needsConsent, at: nowOf(clock) });
  const provider = new library.default(`${publicUrl}${PROVIDER_MOUNT}`, {
    ...PROTOCOL,
    adapter: (model) => providerAdapter(model, adapterDeps),
    jwks: { keys: signing.map(({ kid, privateKey }) => ({ ...privateKey.export({ format: 'jwk' }), kid, ...RS256 })) },
    cookies: {
      keys: [keys.hmac('application-cookies', 'v1').toString('base64url')],
      ...providerCookies(publicUrl),
    },
    features: featuresWith(findAdmitted),
    findAccount: async (ctx, accountId, token) => {
      const applicationId = token?.clientId ?? ctx.oidc.client?.clientId;
      const person = applicationId && (await findAdmitted(accountId, applicationId, token !== undefined));
      if (!person) return undefined;
      const claims = async (_use: string, scope: string) => ({
        sub: accountId,
        ...claimsOf(person, isAsked(scope) ? await listMembershipsFor(database.read, person) : []),
      });
      return { accountId, claims, mustConfirmPolicy: mustConfirmPolicy(person) };
    },
    interactions: { policy: policyFrom(library.interactionPolicy), url: (_ctx, { uid }) => interactionPath(uid) },
    loadExistingGrant: (ctx) => findGrant(database.read, ctx, () => changed(library.errors)),
    pairwiseIdentifier: (_ctx, accountId, client) =>
      subjectFor(keys, accountId, { id: client.clientId, foreign: client.foreign === true }),
  });
  provider.registerGrantType('client_credentials', clientCredentialsGrant(deps, library.errors), ['scope']);
  provider.proxy = true; // host and scheme are ours, set by `handToProvider`, never the caller's
  checkClients(provider);
  completeAnswers(provider, deps);
  provider.on('server_error', (ctx, error) => answerFailure(log, ctx, error));
  provider.onerror = (error) => log.error({ err: error }, 'the provider could not answer'); // otherwise printed to the console
  return provider;
}

const isAsked = (scope: string): boolean => scope.split(' ').includes('membership');

/** What the adapter needs to know of the current request, and how it refuses. */
function adapterDepsOf({ database, clock, keys }: ProviderDeps, { default: OpenIdProvider, errors }: ProviderLibrary) {
  const current = () => OpenIdProvider.ctx;
  return {
    database,
    clock,
    keys,
    currentCall: () => callOfRequest(current()?.req),
    isIssuing: () => current()?.oidc.route === 'token',
    refusals: {
      spent: () => new errors.InvalidGrant('it was used before'),
      gone: () => new errors.SessionNotFound('interaction session not found'),
      expired: () => new errors.ExpiredToken('the device code has expired'),
      early: () => new errors.SlowDown(),
      ended: () => new errors.AccessDenied('the sign-in has ended'),
      changed: () => changed(errors),
      lost: () => new errors.InvalidGrant('the application has lost what it was given for'),
      tooLong: () => new errors.InvalidRequest('the parameters are too long'),
    },
  };
}

/** Shown here: the address that waits for the answer may be the one that was removed. */
const changed = ({ InvalidRequest }: ProviderLibrary['errors']) =>
  Object.assign(new InvalidRequest('the application has been changed meanwhile'), { allow_redirect: false });

/** The person's claims that this application may read now. */
type FindAdmitted = (
  accountId: string,
  applicationId: string,
  needsConsent: boolean,
) => ReturnType<typeof findAdmittedPerson>;

const featuresWith = (findAdmitted: FindAdmitted): Configuration['features'] => ({
  devInteractions: { enabled: false },
  deviceFlow: { enabled: true, ...USER_CODE, deviceInfo: () => ({}) }, // the library's own pages are not routed; ours decides
  dPoP: { enabled: false },
  pushedAuthorizationRequests: { enabled: false },
  resourceIndicators: { enabled: false },
  introspection: {
    enabled: true,
    // Introspection covers only the application's own tokens, so another tenant's are invalid to it.
    allowedPolicy: async (_ctx, client, token) =>
      client.clientAuthMethod !== 'none' &&
      token.clientId === client.clientId &&
      'accountId' in token &&
      (await findAdmitted(token.accountId, client.clientId, true)) !== undefined,
  },
  revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
  rpInitiatedLogout: {
    enabled: true,
    logoutSource: (ctx, form) => showSignOut(ctx, form),
    postLogoutSuccessSource: (ctx) => showSignedOut(ctx),
  },
});

function checkClients({ Client }: Provider): void {
  Client.prototype.compareClientSecret = function compareClientSecret(secret: string) {
    return isSecretOf(this.clientSecret ?? '', secret);
  };
  // The library would require such applications to authenticate with a key, since it cannot tell who else gets the same `sub`.
  Client.prototype.grantTypeAllowed = function grantTypeAllowed(grant: string) {
    return grant === DEVICE_GRANT ? this.device === true : (this.grantTypes ?? []).includes(grant);
  };
}

/** Adds headers that the library omits. */
function completeAnswers(provider: Provider, deps: ProviderDeps): void {
  const { database, publicUrl } = deps;
  provider.use(async (ctx, next) => {
    await next();
    const { oidc } = ctx as Partial<KoaContextWithOIDC>; // undefined if no route matched
    if (oidc?.route === 'discovery') Object.assign(ctx.body as object, DISCOVERED);
    if (oidc?.route === 'device_authorization' && ctx.status === 200)
      Object.assign(ctx.body as object, pageOf(publicUrl, ctx.body));
    if (oidc?.route === 'introspection' && refusesForm(ctx)) Object.assign(ctx, INACTIVE);
    if (oidc?.route === 'revocation' && refusesForm(ctx) && (await revokeServiceToken(deps, ctx.req, oidc)))
      Object.assign(ctx, DONE);
    if (oidc?.route === 'end_session_confirm')
      keepToRegistered(ctx, `${publicUrl}${PROVIDER_MOUNT}${SIGNED_OUT_PAGE}`, oidc.client);
    if (oidc?.route === 'end_session_confirm' && (await endBySignOut(database, callOfRequest(ctx.req), oidc.session)))
      tellOfSignOut(ctx);
  });
}

/** The page for the person, and the polling interval of the device. */
function pageOf(publicUrl: string, body: unknown) {
  const { user_code: code } = body as { user_code: string }; // RFC 8628 §3.2
  const page = `${publicUrl}${DEVICE_PAGE}`;
  return { verification_uri: page, verification_uri_complete: `${page}?kod=${code}`, interval: POLL_INTERVAL };
}

/** The library has authenticated the caller, but does not take tokens in our format. */
const refusesForm = ({ status, body }: Pick<KoaContextWithOIDC, 'status' | 'body'>): boolean =>
  status === 400 && (body as { error?: unknown }).error === 'unsupported_token_type';

/** Whatever else a token may be, it is none of the application's (RFC 7662 §2.2). */
const INACTIVE = { status: 200, body: { active: false } };

const DONE = { status: 200, body: '' };

const RS256 = { use: 'sig', alg: 'RS256' } as const;

/** Both kinds of `sub`, which the library treats alike, and notices of sign-outs, which are ours. */
const DISCOVERED = {
  subject_types_supported: ['public', 'pairwise'],
  backchannel_logout_supported: true,
  backchannel_logout_session_supported: true,
};

/** An unavailable store is not the application's fault; it may retry. */
function answerFailure(log: Logger, ctx: KoaContextWithOIDC, error: Error): void {
  if (!(error instanceof AppError) || error.status !== 503) {
    log.error({ err: error, route: ctx.oidc.route }, 'the provider failed');
    return;
  }
  if (ctx.status < 500) return;
  ctx.status = 503;
  ctx.set('retry-after', error.headers['retry-after'] ?? '2');
}

type Policy = ProviderLibrary['interactionPolicy'];

function policyFrom({ base, Check, Prompt }: Policy) {
  const policy = base();
  policy.add(new Prompt({ name: 'select_account', requestable: true }), 0);
  const ended = 'the sign-in has ended, or has something to do first';
  policy
    .get('login')
    ?.checks.add(
      new Check('sign_in_ended', ended, 'login_required', ({ oidc }) =>
        Boolean(oidc.session?.accountId && oidc.entities.Account === undefined),
      ),
    );
  // Another program on the device could impersonate this one (RFC 8252 §8.6).
  const consent = policy.get('consent');
  consent?.checks.remove('native_client_prompt');
  consent?.checks.add(
    new Check('native_client_prompt', 'programs on a device ask every time', 'interaction_required', ({ oidc }) =>
      Boolean(oidc.client?.applicationType === 'native' && oidc.client.trusted !== true && !oidc.result?.consent),
    ),
  );
  consent?.checks.add(
    new Check('policy_unconfirmed', 'a privacy policy waits to be confirmed', 'interaction_required', ({ oidc }) =>
      Boolean(oidc.entities.Account?.mustConfirmPolicy),
    ),
  );
  return policy;
}
