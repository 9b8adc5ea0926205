import type { Configuration } from 'openid-client';
import { systemClock } from '../../platform/kernel/clock.ts';
import { canonicalEmail } from '../../platform/kernel/email-address.ts';
import { codeOf, membersOf } from '../../platform/kernel/unchecked.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { type IdentityProvider, isSafeAddress, openClientSecret } from './identity-provider.ts';
import { type CheckOutcome, failed, passed } from './issuer-check.ts';
import {
  answeredErrorOf,
  connectionProblemOf,
  flawOf,
  IssuerCancelled,
  IssuerFlaw,
  IssuerUnavailable,
  isChallenge,
} from './issuer-failure.ts';
import { issuerMetadata, type KnownIssuer, libraryFetch, loadLibrary, type MetadataDeps } from './issuer-metadata.ts';

/** The identity that an issuer vouches for. */
export interface ExternalIdentity {
  readonly issuer: string;
  /** The issuer's permanent account id; addresses may change hands. */
  readonly subject: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  /** Only Google sends one that is shown. */
  readonly picture?: string | null;
}

/** Ties an answer to its request. */
export interface Binding {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** The relying party: code flow with PKCE, state and nonce. */
export interface Issuers {
  /** Where to send the browser. @throws IssuerUnavailable */
  addressFor(provider: IdentityProvider, callback: string, binding: Binding): Promise<string>;
  /** Redeems the code in the address that the browser came back to. @throws IssuerUnavailable, IssuerFlaw, IssuerCancelled */
  identityFrom(provider: IdentityProvider, returned: URL, binding: Binding): Promise<ExternalIdentity>;
  /** Tests a connection step by step, up to the first that fails. */
  check(provider: IdentityProvider, callback: string): Promise<CheckOutcome[]>;
}

export interface IssuersDeps extends MetadataDeps {
  readonly keys: Keyring;
}

const SUBJECT = /^[\x21-\x7e]{1,255}$/; // at most 255 ASCII characters (OpenID Connect Core §2)

export function openIssuers(deps: IssuersDeps): Issuers {
  const discover = issuerMetadata(deps);
  return {
    addressFor: (provider, callback, binding) =>
      reaching(async () => {
        const library = await loadLibrary();
        const config = await configurationOf(deps, provider, await discover(provider));
        const address = library.buildAuthorizationUrl(config, {
          redirect_uri: callback,
          scope: provider.scopes.join(' '),
          state: binding.state,
          nonce: binding.nonce,
          code_challenge: await library.calculatePKCECodeChallenge(binding.verifier),
          code_challenge_method: 'S256',
        });
        if (!isSafeAddress(address, deps.permitsPrivate)) throw new IssuerUnavailable('address_invalid');
        return address.href;
      }),
    identityFrom: (provider, returned, binding) =>
      reaching(async () => {
        const known = await discover(provider);
        const config = await configurationOf(deps, provider, known);
        const identity = await redeem(provider, config, returned, binding);
        const { getJwksCache } = await loadLibrary();
        known.jwks = getJwksCache(config) ?? known.jwks;
        return identity;
      }),
    check: async (provider, callback) => {
      const outcomes: CheckOutcome[] = [];
      for (const [check, look] of checksOf(deps, provider, callback, discover)) {
        try {
          await look();
          outcomes.push(passed(check));
        } catch (error) {
          return [...outcomes, failed(check, connectionProblemOf(error) ?? 'unreadable')];
        }
      }
      return outcomes;
    },
  };
}

/** Created for each use, since the secret's key may be rotated and the library needs our clock. */
async function configurationOf(
  { keys, clock, fetch, permitsPrivate }: IssuersDeps,
  provider: IdentityProvider,
  { metadata, jwks }: KnownIssuer,
): Promise<Configuration> {
  const library = await loadLibrary();
  const secret = openClientSecret(keys, provider);
  // RFC 8414 §2: without the list it is client_secret_basic.
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const usesPost = !methods.includes('client_secret_basic') && methods.includes('client_secret_post');
  const authentication = usesPost ? library.ClientSecretPost(secret) : library.ClientSecretBasic(secret);
  const clockSkew = Math.round((clock.now() - systemClock.now()) / 1000);
  const config = new library.Configuration(
    metadata,
    provider.client_id,
    { [library.clockSkew]: clockSkew },
    authentication,
  );
  config[library.customFetch] = libraryFetch(fetch);
  if (permitsPrivate) library.allowInsecureRequests(config); // `fetch` still checks every address
  library.enableNonRepudiationChecks(config); // checks the signature even though the token came over TLS
  if (jwks !== undefined) library.setJwksCache(config, jwks);
  return config;
}

async function redeem(
  provider: IdentityProvider,
  config: Configuration,
  returned: URL,
  { state, nonce, verifier }: Binding,
): Promise<ExternalIdentity> {
  const { authorizationCodeGrant } = await loadLibrary();
  const tokens = await authorizationCodeGrant(config, returned, {
    pkceCodeVerifier: verifier,
    expectedNonce: nonce,
    expectedState: state,
    idTokenExpected: true,
  }).catch((error: unknown) => {
    if (isRefusalByPerson(error)) throw new IssuerCancelled('access_denied', { cause: error });
    throw error;
  });
  const claims = tokens.claims();
  if (claims === undefined || !SUBJECT.test(claims.sub)) throw new IssuerFlaw('sub');
  const told = await addressClaims(provider, config, tokens.access_token, claims);
  return {
    issuer: provider.issuer,
    subject: claims.sub,
    email: typeof told.email === 'string' ? (canonicalEmail(told.email) ?? null) : null,
    emailVerified: told.email_verified === true, // the text "true" does not count
  };
}

const isRefusalByPerson = (error: unknown): boolean =>
  codeOf(error) === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR' && answeredErrorOf(error) === 'access_denied';

interface AddressClaims {
  readonly sub: string;
  readonly email?: unknown;
  readonly email_verified?: unknown;
}

/** Many issuers give the address only at their userinfo endpoint (OpenID Connect Core §5.4). */
async function addressClaims(
  { linking }: IdentityProvider,
  config: Configuration,
  accessToken: string,
  claims: AddressClaims,
): Promise<AddressClaims> {
  const isWanted = linking === 'verified_email' && claims.email === undefined;
  if (!isWanted || config.serverMetadata().userinfo_endpoint === undefined) return claims;
  const { fetchUserInfo } = await loadLibrary();
  return fetchUserInfo(config, accessToken, claims.sub);
}

function* checksOf(
  deps: IssuersDeps,
  provider: IdentityProvider,
  callback: string,
  discover: ReturnType<typeof issuerMetadata>,
): Generator<readonly [CheckOutcome['check'], () => Promise<void>]> {
  yield ['discovery', async () => void (await discover(provider, { afresh: true }))];
  yield [
    'keys',
    async () => {
      const { metadata } = await discover(provider);
      const answer = await deps.fetch(metadata.jwks_uri ?? '', { headers: { accept: 'application/json' } });
      if (answer.status !== 200) throw new IssuerUnavailable('status');
      const { keys } = membersOf(await answer.json());
      if (!Array.isArray(keys) || !keys.some(isSigningKey)) throw new IssuerUnavailable('no_keys');
    },
  ];
  yield ['client', async () => requireKnownClient(deps, provider, callback, await discover(provider))];
}

const isSigningKey = (key: unknown): boolean => {
  const { kty, use = 'sig' } = membersOf(key);
  return (kty === 'RSA' || kty === 'EC' || kty === 'OKP') && use === 'sig';
};

const ANSWERS_TO_KNOWN_CLIENTS = ['invalid_grant', 'invalid_request', 'unsupported_grant_type', 'invalid_scope'];

/** Sends an invented code: an issuer that knows us refuses the code, otherwise it refuses us (RFC 6749 §5.2). */
async function requireKnownClient(
  deps: IssuersDeps,
  provider: IdentityProvider,
  callback: string,
  known: KnownIssuer,
): Promise<void> {
  const { genericGrantRequest } = await loadLibrary();
  const config = await configurationOf(deps, provider, known);
  const made = { code: 'connection-test', redirect_uri: callback, code_verifier: 'connection-test'.repeat(3) };
  try {
    await genericGrantRequest(config, 'authorization_code', made);
  } catch (error) {
    const answered = answeredErrorOf(error);
    if (answered === 'invalid_client' || answered === 'unauthorized_client' || isChallenge(error))
      throw new IssuerUnavailable('client_refused', error);
    if (answered === undefined) throw error;
    if (!ANSWERS_TO_KNOWN_CLIENTS.includes(answered)) throw new IssuerUnavailable('status', error);
  }
}

/** Classifies an error: the connection failed, or the response is wrong. */
async function reaching<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof IssuerCancelled || error instanceof IssuerFlaw || error instanceof IssuerUnavailable)
      throw error;
    const problem = connectionProblemOf(error);
    throw problem === undefined ? new IssuerFlaw(flawOf(error), error) : new IssuerUnavailable(problem, error);
  }
}
