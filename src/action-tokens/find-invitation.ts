import type { Db } from '../database/database.ts';
import type { Instant } from '../kernel/clock.ts';
import type { UserId } from '../kernel/entity-id.ts';
import type { ActionToken } from './action-token.ts';
import { isUsableInvitation } from './open-token.ts';

export const findInvitation = (db: Db, id: number): Promise<ActionToken | undefined> =>
  db.selectFrom('action_tokens').selectAll().where('id', '=', id).where('kind', '=', 'invite').executeTakeFirst();

/** Whether somebody holds a link that still works. */
export async function hasUsableInvitation(db: Db, userId: UserId, at: Instant): Promise<boolean> {
  const usable = db
    .selectFrom('action_tokens')
    .select('id')
    .where('user_id', '=', userId)
    .where(isUsableInvitation(at));
  return (await usable.executeTakeFirst()) !== undefined;
}
