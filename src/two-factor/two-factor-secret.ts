import type { Keyring } from '../keys/keyring.ts';
import { open, seal } from '../keys/sealed-text.ts';

const labelOf = (userId: number): string => `two-factor secret:${userId}`;

export const sealSecret = (keys: Keyring, userId: number, secret: string): string =>
  seal(keys, labelOf(userId), secret);

/** @throws Error when the row is not the user's own, or its key is not at hand */
export const openSecret = (keys: Keyring, { user_id, secret }: { user_id: number; secret: string }): string =>
  open(keys, labelOf(user_id), secret);
