import type { UserId } from '../../platform/kernel/entity-id.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { open, seal } from '../../platform/keys/sealed-text.ts';

const labelOf = (userId: UserId): string => `two-factor secret:${userId}`;

export const sealSecret = (keys: Keyring, userId: UserId, secret: string): string =>
  seal(keys, labelOf(userId), secret);

/** @throws Error when the row is another user's, or its key is unavailable */
export const openSecret = (keys: Keyring, { user_id, secret }: { user_id: UserId; secret: string }): string =>
  open(keys, labelOf(user_id), secret);

/** Whether its key is available: a restored backup lacks keys created after it was made. */
export function isOpenable(keys: Keyring, row: { user_id: UserId; secret: string }): boolean {
  try {
    openSecret(keys, row);
    return true;
  } catch {
    return false;
  }
}
