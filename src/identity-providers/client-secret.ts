import type { Keyring } from '../keys/keyring.ts';
import { open, seal } from '../keys/sealed-text.ts';
import type { IdentityProvider } from './identity-provider.ts';

/** The issuer is part of the label: no row can be made to send its secret elsewhere. */
const labelOf = (issuer: string): string => `client secret:${issuer}`;

export const sealClientSecret = (keys: Keyring, issuer: string, secret: string): string =>
  seal(keys, labelOf(issuer), secret);

/** @throws Error when the row is another issuer's, or its key is unavailable */
export const openClientSecret = (
  keys: Keyring,
  { issuer, client_secret }: Pick<IdentityProvider, 'issuer' | 'client_secret'>,
): string => open(keys, labelOf(issuer), client_secret);
