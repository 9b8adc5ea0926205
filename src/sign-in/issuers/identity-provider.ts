import { defineTable, json, type ParsedRowOf, text } from '../../platform/database/define-table.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { open, seal } from '../../platform/keys/sealed-text.ts';

/**
 * Whether an account is linked when its owner first signs in this way: never, or if the issuer has verified the address and its
 * domain is listed.
 */
export const LINKINGS = ['never', 'verified_email'] as const;
export type Linking = (typeof LINKINGS)[number];

/** An OpenID Connect issuer that people may sign in with. */
export const identityProvidersTable = defineTable(
  'identity_providers',
  {
    /** Part of our callback address, which is registered at the issuer, so it never changes. */
    key: text(),
    name: text(),
    /** As named in its discovery document. Never changed: links are keyed by it. */
    issuer: text().unique(),
    client_id: text(),
    /** Sealed. */
    client_secret: text(),
    scopes: json<readonly string[]>(),
    linking: text<Linking>(),
    /** Canonical. The issuer may vouch for addresses of these domains. */
    domains: json<readonly string[]>(),
    created_at: text<Instant>(),
    updated_at: text<Instant>(),
  },
  {
    key: 'key',
    personal: { nobody: 'the name that an issuer is known by' },
  },
);

export type IdentityProvider = ParsedRowOf<typeof identityProvidersTable>;

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

/** The label includes the issuer, so that a changed row cannot send the secret to another issuer. */
const labelOf = (issuer: string): string => `client secret:${issuer}`;

export const sealClientSecret = (keys: Keyring, issuer: string, secret: string): string =>
  seal(keys, labelOf(issuer), secret);

/** @throws Error when the secret was sealed for another issuer, or its key is unavailable */
export const openClientSecret = (
  keys: Keyring,
  { issuer, client_secret }: Pick<IdentityProvider, 'issuer' | 'client_secret'>,
): string => open(keys, labelOf(issuer), client_secret);
