import type { Tx } from '../database/database.ts';
import type { Instant } from '../kernel/clock.ts';
import { changeStanding } from './change-standing.ts';
import { lockAnyUser } from './lock-user.ts';
import * as sharedValues from './shared-values-store.ts';
import type { User } from './user.ts';
import { forgetWords } from './user-words-store.ts';
import * as store from './users-store.ts';

/** What takes the place of the address of somebody erased. Nobody can receive mail there (RFC 2606 §2). */
export const erasedAddress = (userId: number): string => `erased-${userId}@erased.invalid`;

export const isErased = ({ id, email }: Pick<User, 'id' | 'email'>): boolean => email === erasedAddress(id);

/** Which of a person's values somebody else holds too, who is not deleted: those tell that person as well. */
export const listSharedValues = sharedValues.listSharedValues;

/** Whether somebody else who is not deleted is called by one of these names. */
export const hasNamesake = sharedValues.hasNamesake;

/**
 * Empties a person's row for good; the id stays, since records refer to it. Nobody can take it back: what was deleted has
 * a time and a former status, what was erased has neither.
 * @throws AppError `users.last_superadmin` (409)
 */
export async function eraseUser(tx: Tx, userId: number, at: Instant): Promise<void> {
  const user = await lockAnyUser(tx, userId);
  if (user === undefined) return;
  if (user.status !== 'deleted') await changeStanding(tx, user, { status: 'deleted' }, at);
  await forgetWords(tx, user);
  await store.emptyUser(tx, userId, { email: erasedAddress(userId), updated_at: at });
}
