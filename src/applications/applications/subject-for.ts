import type { Keyring } from '../../platform/keys/keyring.ts';
import { parseAccountId } from './account-id.ts';

/**
 * An application's `sub` of a person: the user's id, or a pairwise identifier, so that unrelated applications cannot combine
 * their data (OpenID Connect Core §8.1). The same in every sign-in.
 */
export function subjectFor(keys: Keyring, accountId: string, application: { id: string; foreign: boolean }): string {
  const userId = String(parseAccountId(accountId)?.userId ?? '');
  if (!application.foreign) return userId;
  return keys.hmac('application-subject', `${application.id} ${userId}`).toString('base64url');
}
