import type { Keyring } from '../../platform/keys/keyring.ts';

/**
 * An application's `sid` of a sign-in. It differs by application, so that two of them cannot find out that a person used both in
 * one sign-in. The same in every token of that sign-in and in its logout token.
 */
export const sessionIdFor = (keys: Keyring, applicationId: string, sid: string): string =>
  keys.hmac('application-session', `${applicationId} ${sid}`).subarray(0, 18).toString('base64url');
