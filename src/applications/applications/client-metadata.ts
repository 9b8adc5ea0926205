import type { ClientMetadata } from 'oidc-provider';
import type { Instant } from '../../platform/kernel/clock.ts';
import { type Application, hasEnded, isService, keepsSecret, usesDeviceCode } from './application.ts';

/** Our own members besides those of the protocol. */
export const OWN_METADATA = ['pkce', 'trusted', 'foreign', 'device'] as const;

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
