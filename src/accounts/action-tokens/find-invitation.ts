import type { Db } from '../../platform/database/database.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { type ActionToken, SHOWN } from './action-token.ts';
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

/** The people whose invitations still work and whose links were shown to `shownTo`, oldest invitation first. */
export async function listInvitedByShownLinks(db: Db, shownTo: UserId, at: Instant): Promise<UserId[]> {
  const shown = db
    .selectFrom('action_tokens')
    .select('user_id')
    .where('created_by', '=', shownTo)
    .where('meta', '=', SHOWN)
    .where(isUsableInvitation(at));
  return (await shown.orderBy('id').execute()).map(({ user_id }) => user_id);
}
