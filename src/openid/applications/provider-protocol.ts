import type { Client, ClientMetadata, Configuration, KoaContextWithOIDC } from 'oidc-provider';
import type { Instant } from '../../platform/kernel/clock.ts';
import { days, inWholeSeconds, minutes, seconds } from '../../platform/kernel/durations.ts';
import { type Application, hasEnded, isService, keepsSecret, usesDeviceCode } from './application.ts';
import { DEVICE_CODE_LIFETIME } from './device-code.ts';
import { ACR, CLAIMS } from './provider-claims.ts';
import { showFailure } from './provider-pages.ts';

/** Our own members besides those of the protocol. */
const OWN_METADATA = ['pkce', 'trusted', 'foreign', 'device'] as const;

/**
 * An application in the library's terms; undefined if it has ended or has no secret yet. `sub` is always made by `subjectFor`, so
 * that the account id, which names the sign-in, is not disclosed.
 */
export function clientMetadata(application: Application, at: Instant): ClientMetadata | undefined {
  const { id, name, kind, scopes, secret_digest: digest } = application;
  if (hasEnded(application, at) || (keepsSecret(application) && digest === null)) return undefined;
  const isDevice = usesDeviceCode(application);
  return {
    client_id: id,
    client_name: name,
    application_type: kind === 'native' ? 'native' : 'web',
    token_endpoint_auth_method: keepsSecret(application) ? 'client_secret_basic' : 'none',
    ...(keepsSecret(application) && digest !== null ? { client_secret: digest } : {}),
    redirect_uris: [...application.redirect_uris],
    post_logout_redirect_uris: [...application.post_logout_redirect_uris],
    ...(isService(application)
      ? { grant_types: ['client_credentials'], response_types: [] }
      : {
          scope: scopes.join(' '),
          grant_types: [
            ...(isDevice ? [] : ['authorization_code']),
            ...(scopes.includes('offline_access') ? ['refresh_token'] : []),
          ],
          response_types: isDevice ? [] : ['code' as const],
        }),
    subject_type: 'pairwise',
    sector_identifier_uri: 'https://sector.invalid/', // required when addresses are on several hosts; never requested
    pkce: application.pkce,
    trusted: application.trusted_at !== null,
    foreign: application.foreign_at !== null,
    device: isDevice,
  };
}

const OFFLINE = 'offline_access';

const TTL = {
  AccessToken: inWholeSeconds(minutes(10)),
  AuthorizationCode: inWholeSeconds(seconds(60)),
  DeviceCode: inWholeSeconds(DEVICE_CODE_LIFETIME),
  IdToken: inWholeSeconds(minutes(60)),
  Interaction: inWholeSeconds(minutes(30)),
  RefreshToken: inWholeSeconds(days(30)),
  // These end with the sign-in (`endingWithSignIn`), within `SVC_SESSION_MAX_DAYS`. For a browser that is not signed in, records are kept only to
  // begin a sign-out, and belong to a stranger.
  Session: (_ctx: unknown, { accountId }: { accountId?: string }) =>
    inWholeSeconds(accountId === undefined ? minutes(10) : days(365)),
  Grant: inWholeSeconds(days(365)),
};

/**
 * The library drops `offline_access` from requests without `prompt=consent`. Here people are shown it and agree to it like every
 * other scope, once, which OpenID Connect Core §11 permits; an application that is told less than it asked for gives up.
 */
function keepOfflineAccess({ oidc, query }: KoaContextWithOIDC, scope: unknown, client: Client): void {
  const asked = String(query.scope ?? '').split(' ');
  const kept = String(scope ?? '').split(' ');
  if (!asked.includes(OFFLINE) || kept.includes(OFFLINE) || !client.grantTypeAllowed('refresh_token')) return;
  Object.assign(oidc.params ?? {}, { scope: [...kept, OFFLINE].join(' ') });
}

/** The settings of the protocol that are the same in every installation. */
export const PROTOCOL = {
  allowOmittingSingleRegisteredRedirectUri: false,
  acrValues: Object.values(ACR),
  claims: { ...CLAIMS, openid: [...CLAIMS.openid, 'auth_time', 'acr', 'amr'] },
  clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
  clientBasedCORS: (_ctx, origin, client) =>
    client.clientAuthMethod === 'none' && (client.redirectUris ?? []).some((uri) => new URL(uri).origin === origin),
  enabledJWA: { idTokenSigningAlgValues: ['RS256'] },
  expiresWithSession: () => false, // everything ends with our own sign-in
  extraClientMetadata: { properties: [...OWN_METADATA] },
  extraParams: { scope: keepOfflineAccess },
  issueRefreshToken: (_ctx, client, code) => client.grantTypeAllowed('refresh_token') && code.scopes.has(OFFLINE),
  // Without a nonce only PKCE binds a code to the browser that requested it (RFC 9700 §2.1.1).
  pkce: { required: (ctx, client) => client.pkce !== 'optional' || ctx.oidc.params?.nonce === undefined },
  renderError: (ctx, { error, error_description }) => showFailure(ctx, error, error_description),
  responseTypes: ['code'],
  rotateRefreshToken: true,
  routes: { introspection: '/introspect', revocation: '/revoke', userinfo: '/userinfo', end_session: '/logout' },
  scopes: ['openid', OFFLINE],
  sectorIdentifierUriValidate: () => false,
  subjectTypes: ['pairwise'],
  ttl: TTL,
} satisfies Configuration;
