import type { Db, Tx } from '../../platform/database/database.ts';
import { valuesOf } from '../../platform/database/insert-rows.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import type { User } from './user.ts';
import type * as store from './users-store.ts';

/** The account that somebody was merged into, if they were. */
export async function findMergedInto(db: Db, id: UserId): Promise<UserId | undefined> {
  const found = db.selectFrom('users').select('merged_into').where('id', '=', id).where('merged_into', 'is not', null);
  return (await found.executeTakeFirst())?.merged_into ?? undefined;
}

/** All ids of the person behind one of them: that of the account first, then those that were merged into it. */
export async function listIdsOf(db: Db, id: UserId): Promise<UserId[]> {
  const own = (await findMergedInto(db, id)) ?? id;
  const merged = await db.selectFrom('users').select('id').where('merged_into', '=', own).orderBy('id').execute();
  return [own, ...merged.map((one) => one.id)];
}

/**
 * Makes an account one with another. It is deleted for everything that asks for people, but has no time of deletion, so that neither
 * restoring nor retention takes it up. Returns those that had been merged into it, who follow.
 */
export async function markMerged(tx: Tx, { id, status }: Pick<User, 'id' | 'status'>, into: UserId): Promise<UserId[]> {
  const gone = { status: 'deleted', deleted_status: status, deleted_at: null, merged_into: into } as const;
  await tx.updateTable('users').set(gone).where('id', '=', id).execute();
  const following = tx.updateTable('users').set({ merged_into: into }).where('merged_into', '=', id);
  return (await following.returning('id').execute()).map((one) => one.id);
}

/** @throws the engine's unique violation of `users__email_unique` when the address is taken by now */
export async function unmarkMerged(tx: Tx, user: Pick<User, 'id' | 'deleted_status'>, followers: readonly UserId[]) {
  const { id, deleted_status } = user;
  const back = { status: deleted_status ?? 'active', deleted_status: null, merged_into: null } as const;
  await tx.updateTable('users').set(back).where('id', '=', id).execute();
  await tx.updateTable('users').set({ merged_into: id }).where('id', 'in', valuesOf('bigint', followers)).execute();
}

/** Writes columns of an account of any status. @throws the engine's unique violation of `users__email_unique` */
export const changeAnyUser = (tx: Tx, id: UserId, change: store.UserChange): Promise<User> =>
  tx.updateTable('users').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

/** Where somebody acted last is where they no longer are: they act in whichever membership they have. */
export async function forgetLostActing(tx: Tx, id: UserId): Promise<void> {
  const own = tx.selectFrom('memberships').select('id').where('user_id', '=', id);
  const lost = tx.updateTable('users').set({ membership_id: null }).where('id', '=', id);
  await lost.where('membership_id', 'not in', own).execute();
}
