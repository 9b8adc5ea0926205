import type { CustomFetch, ExportedJWKSCache, ServerMetadata } from 'openid-client';
import type { Clock } from '../../platform/kernel/clock.ts';
import { type Milliseconds, minutes, seconds } from '../../platform/kernel/durations.ts';
import { codeOf } from '../../platform/kernel/unchecked.ts';
import type { OutgoingFetch } from '../../platform/outgoing/outgoing-fetch.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { connectionProblemOf, IssuerUnavailable } from './issuer-failure.ts';

/** An issuer's metadata from its discovery document. */
export interface KnownIssuer {
  readonly metadata: ServerMetadata;
  /** Its keys, as last fetched by the library. */
  jwks?: ExportedJWKSCache | undefined;
}

const KNOWN_FOR: Milliseconds = minutes(10);
/** While an issuer is down, not every click may cause a request. */
const COOL_DOWN: Milliseconds = seconds(10);

const ENDPOINTS = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;

export interface MetadataDeps {
  readonly clock: Clock;
  readonly fetch: OutgoingFetch;
  readonly permitsPrivate: boolean;
}

/** Discovers issuers, each once in ten minutes, or at once with `afresh` */
export function issuerMetadata({ clock, fetch, permitsPrivate }: MetadataDeps) {
  const held = new Map<string, { readonly known: Promise<KnownIssuer>; until: Milliseconds }>();
  return (provider: IdentityProvider, { afresh = false } = {}): Promise<KnownIssuer> => {
    const before = held.get(provider.issuer);
    if (before !== undefined && !afresh && clock.now() < before.until) return before.known;
    const known = discover(provider, fetch, permitsPrivate);
    const entry = { known, until: clock.now() + COOL_DOWN };
    held.set(provider.issuer, entry);
    known.then(
      () => {
        entry.until = clock.now() + KNOWN_FOR;
      },
      () => {}, // callers get the error
    );
    return known;
  };
}

/** OpenID Connect Discovery §4. @throws IssuerUnavailable */
async function discover(...asked: Parameters<typeof readMetadata>): Promise<KnownIssuer> {
  try {
    return await readMetadata(...asked);
  } catch (error) {
    const isAnother = codeOf(error) === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED';
    throw new IssuerUnavailable(isAnother ? 'issuer_differs' : (connectionProblemOf(error) ?? 'unreadable'), error);
  }
}

async function readMetadata(
  { issuer, client_id }: IdentityProvider,
  fetch: OutgoingFetch,
  permitsPrivate: boolean,
): Promise<KnownIssuer> {
  const library = await loadLibrary();
  const config = await library.discovery(new URL(issuer), client_id, undefined, library.None(), {
    [library.customFetch]: libraryFetch(fetch),
    execute: permitsPrivate ? [library.allowInsecureRequests] : [],
  });
  const metadata = config.serverMetadata();
  // The library accepts multi-tenant issuers; our links need exactly this issuer.
  if (URL.parse(metadata.issuer)?.href !== new URL(issuer).href) throw new IssuerUnavailable('issuer_differs');
  for (const endpoint of ENDPOINTS) {
    if (metadata[endpoint] === undefined) throw new IssuerUnavailable('endpoint_missing');
  }
  return { metadata };
}

/** Loaded when the first person leaves for an issuer, or a connection is tested. */
export const loadLibrary = () => import('openid-client');

/** Every request of the library goes through our bounds. */
export const libraryFetch =
  (fetch: OutgoingFetch): CustomFetch =>
  (url, { method, headers, body }) =>
    fetch(url, { method, headers, body: body == null ? undefined : String(body) });
