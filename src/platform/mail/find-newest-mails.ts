import type { Db } from '../database/database.ts';
import { valuesOf } from '../database/insert-rows.ts';
import type { UserId } from '../kernel/entity-id.ts';
import type { MailKind, OutboxMail } from './mail.ts';

type NewestMail = Pick<OutboxMail, 'state' | 'due_at'>;

/** The newest mail of a kind to each of these people. */
export async function findNewestMails(
  db: Db,
  kind: MailKind,
  userIds: readonly UserId[],
): Promise<Map<UserId | null, NewestMail>> {
  const mails = db
    .selectFrom('mails')
    .select(['user_id', 'state', 'due_at'])
    .where('user_id', 'in', valuesOf(db, 'bigint', userIds))
    .where('kind', '=', kind)
    .orderBy('id');
  return new Map((await mails.execute()).map(({ user_id, ...mail }) => [user_id, mail]));
}
