import type { Tx } from '../../platform/database/database.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { findAccountByEmail, holdAnyUserRow } from './accounts-store.ts';
import { changeStanding } from './change-standing.ts';
import { listJoining } from './joining-store.ts';
import { blankMemberships } from './memberships-store.ts';
import type { User } from './user.ts';
import { forgetWords } from './user-words-store.ts';
import * as store from './users-store.ts';

/** Replaces an erased person's address. It can receive no mail (RFC 2606 §2). */
export const erasedAddress = (userId: UserId): string => `erased-${userId}@erased.invalid`;

/** For rows that may have no user id. */
export const isErasedAddress = (email: string): boolean => /^erased-\d+@erased\.invalid$/.test(email);

export const isErased = ({ id, email }: Pick<User, 'id' | 'email'>): boolean => email === erasedAddress(id);

/**
 * Blanks a person's row for good; the id stays, since records refer to it. It cannot be restored: the time of deletion and the
 * former status, which a deleted user has, are removed too.
 * @throws AppError `users.last_superadmin` (409)
 */
export async function eraseUser(tx: Tx, userId: UserId, at: Instant): Promise<void> {
  const user = await holdAnyUserRow(tx, userId);
  if (user === undefined) return;
  if (user.status !== 'deleted') await changeStanding(tx, user, { status: 'deleted' }, { at, without: 'more power' });
  await eraseWaiting(tx, user, at);
  await forgetWords(tx, user);
  await blankMemberships(tx, userId, at);
  await store.emptyUser(tx, userId, { email: erasedAddress(userId), updated_at: at });
}

/** Blanks what is left of an account that was merged, once that can no longer be undone. Its records are the other account's. */
export const blankMerged = (tx: Tx, userId: UserId, at: Instant): Promise<void> =>
  store.emptyUser(tx, userId, { email: erasedAddress(userId), updated_at: at });

/** What tenants entered about whoever has this confirmed address is theirs too, unless somebody else has the address by now. */
async function eraseWaiting(tx: Tx, { email, joining_at, address_proved_at }: User, at: Instant): Promise<void> {
  if (joining_at !== null || address_proved_at === null || (await findAccountByEmail(tx, email)) !== undefined) return;
  for (const { id } of await listJoining(tx, email)) await eraseUser(tx, id, at);
}
