import type { Keyring } from '../keys/keyring.ts';

/**
 * What an application knows a sign-in as (`sid`): of its own, so that two of them cannot put together who signed in once for
 * both. The same in every token of that sign-in, and in the word that it has ended.
 */
export const sessionIdFor = (keys: Keyring, applicationId: string, sid: string): string =>
  keys.hmac('application-session', `${applicationId} ${sid}`).subarray(0, 18).toString('base64url');
