import type { Instant } from '../../platform/kernel/clock.ts';

/**
 * Whether an account is linked when its owner first signs in this way: never, or if the issuer has verified the address and its
 * domain is listed.
 */
export const LINKINGS = ['never', 'verified_email'] as const;
export type Linking = (typeof LINKINGS)[number];

/** An OpenID Connect issuer that people may sign in with. */
export interface IdentityProvider {
  /** Part of our callback address, which is registered at the issuer, so it never changes. */
  readonly key: string;
  readonly name: string;
  /** As named in its discovery document. Never changed: links are keyed by it. */
  readonly issuer: string;
  readonly client_id: string;
  /** Sealed. */
  readonly client_secret: string;
  readonly scopes: readonly string[];
  readonly linking: Linking;
  /** Canonical. The issuer may vouch for addresses of these domains. */
  readonly domains: readonly string[];
  readonly created_at: Instant;
  readonly updated_at: Instant;
}

export const PROVIDER_KEY = { pattern: '^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$', minLength: 1, maxLength: 40 } as const;

/** Our callback address, which must be registered at the issuer exactly so. */
export const callbackUrl = (publicUrl: string, key: string): string => `${publicUrl}/login/with/${key}/callback`;

const LOOPBACK_NAME = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * `https`, or plain `http` to a loopback name if the operator has permitted private addresses. Requests are checked again by the
 * resolved address.
 */
export const isSafeAddress = ({ protocol, hostname }: URL, permitsPrivate: boolean): boolean =>
  protocol === 'https:' || (permitsPrivate && protocol === 'http:' && LOOPBACK_NAME.test(hostname));
