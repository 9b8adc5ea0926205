import type { Keyring } from '../../platform/keys/keyring.ts';
import { open, seal } from '../../platform/keys/sealed-text.ts';
import type { IdentityProvider } from './identity-provider.ts';

/** The label includes the issuer, so that a changed row cannot send the secret to another issuer. */
const labelOf = (issuer: string): string => `client secret:${issuer}`;

export const sealClientSecret = (keys: Keyring, issuer: string, secret: string): string =>
  seal(keys, labelOf(issuer), secret);

/** @throws Error when the secret was sealed for another issuer, or its key is unavailable */
export const openClientSecret = (
  keys: Keyring,
  { issuer, client_secret }: Pick<IdentityProvider, 'issuer' | 'client_secret'>,
): string => open(keys, labelOf(issuer), client_secret);
