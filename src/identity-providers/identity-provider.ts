import type { Instant } from '../kernel/clock.ts';

/**
 * Whether an account is linked when its owner first comes by this way: never, or where the issuer has verified an address
 * of a domain that is listed for it.
 */
export const LINKINGS = ['never', 'verified_email'] as const;
export type Linking = (typeof LINKINGS)[number];

/** An OpenID Connect issuer by whose word people may sign in. */
export interface IdentityProvider {
  /** In addresses; never changed, since the issuer knows our callback address by it. */
  readonly key: string;
  readonly name: string;
  /** As its discovery document names it. Never changed: links are keyed by it. */
  readonly issuer: string;
  readonly client_id: string;
  /** Sealed. */
  readonly client_secret: string;
  readonly scopes: readonly string[];
  readonly linking: Linking;
  /** Canonical. Whoever runs the issuer may vouch for addresses of these. */
  readonly domains: readonly string[];
  readonly created_at: Instant;
  readonly updated_at: Instant;
}

export const PROVIDER_KEY = { pattern: '^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$', minLength: 1, maxLength: 40 } as const;

/** Where the issuer sends people back to; it must be registered there to the letter. */
export const callbackUrl = (publicUrl: string, key: string): string => `${publicUrl}/login/with/${key}/callback`;
