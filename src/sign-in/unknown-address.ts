import type { Keyring } from '../keys/keyring.ts';

/** Stands for an address without an account in audit records: of a stranger no more is kept. */
export const unknownAddress = (keys: Keyring, address: string): string =>
  keys.hmac('unknown address', address).toString('base64url').slice(0, 22);
