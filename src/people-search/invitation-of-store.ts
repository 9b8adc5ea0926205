import { type ExpressionBuilder, sql } from 'kysely';
import type { Db } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import type { Instant } from '../kernel/clock.ts';
import type { User } from '../users/user.ts';
import type { InvitationOfPerson } from './invitation-of.ts';

/** Whether a person was invited: an invitation marks that a password must be chosen, which outlives its deleted link. */
export function hasInvitation(eb: ExpressionBuilder<Schema, 'users'>, state: InvitationOfPerson, at: Instant) {
  if (state === 'none' || state === 'accepted')
    return eb.and([
      eb('users.must_change_pwd_at', 'is', null),
      eb('users.email_verified_at', state === 'none' ? 'is' : 'is not', null),
    ]);
  const live = eb.exists(
    eb
      .selectFrom('action_tokens')
      .select(sql.lit(1).as('one'))
      .whereRef('action_tokens.user_id', '=', 'users.id')
      .where('action_tokens.kind', '=', 'invite')
      .where('action_tokens.used_at', 'is', null)
      .where('action_tokens.replaced_at', 'is', null)
      .where('action_tokens.cancelled_at', 'is', null)
      .where('action_tokens.expires_at', '>', at),
  );
  return eb.and([eb('users.must_change_pwd_at', 'is not', null), state === 'pending' ? live : eb.not(live)]);
}

/** Which of these people have a valid link. */
export async function listPending(db: Db, ids: readonly number[], at: Instant): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const pending = db.selectFrom('users').select('users.id').where('users.id', 'in', ids);
  const found = await pending.where((eb) => hasInvitation(eb, 'pending', at)).execute();
  return new Set(found.map(({ id }) => id));
}

type Asked = Pick<User, 'id' | 'must_change_pwd_at' | 'email_verified_at'>;

export function invitationOf({ id, ...user }: Asked, pending: ReadonlySet<number>): InvitationOfPerson {
  if (user.must_change_pwd_at !== null) return pending.has(id) ? 'pending' : 'expired';
  return user.email_verified_at === null ? 'none' : 'accepted';
}
