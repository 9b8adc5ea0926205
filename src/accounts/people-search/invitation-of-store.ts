import { type ExpressionBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import type { Ids } from '../../platform/database/named-ids.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { isUsableInvitation } from '../action-tokens/open-token.ts';
import type { User } from '../users/user.ts';
import type { InvitationOfPerson } from './invitation-of.ts';

export interface InvitationFilter {
  readonly state: InvitationOfPerson;
  readonly at: Instant;
}

type Users = ExpressionBuilder<Schema, 'users'>;

export function hasInvitation(users: Users, { state, at }: InvitationFilter) {
  const wanted = wasInvited(users, state);
  if (hasStateInRow(state)) return wanted;
  const link = users.selectFrom('action_tokens').select(sql.lit(1).as('one'));
  const open = users.exists(link.whereRef('action_tokens.user_id', '=', 'users.id').where(isUsableInvitation(at)));
  return users.and([wanted, state === 'pending' ? open : users.not(open)]);
}

/** Whether the person's row alone decides the state, without their links. */
export const hasStateInRow = (state: InvitationOfPerson | undefined): boolean =>
  state !== 'pending' && state !== 'expired';

/** The condition on the person's row: an invitation marks that a password must be chosen, and the mark outlives the deleted link. */
export function wasInvited(users: Users, state: InvitationOfPerson) {
  if (state === 'pending' || state === 'expired') return users('users.must_change_pwd_at', 'is not', null);
  return users.and([
    users('users.must_change_pwd_at', 'is', null),
    users('users.email_verified_at', state === 'none' ? 'is' : 'is not', null),
  ]);
}

/** Everybody with a valid link, and some who have used their account since. */
export const ofOpenInvitations = (db: Db, at: Instant): Ids =>
  db.selectFrom('action_tokens').where(isUsableInvitation(at)).select('action_tokens.user_id as id');

/** Which of these people have a valid link. */
export async function listPending(db: Db, ids: readonly number[], at: Instant): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const pending = db.selectFrom('users').select('users.id').where('users.id', 'in', ids);
  const found = await pending.where((eb) => hasInvitation(eb, { state: 'pending', at })).execute();
  return new Set(found.map(({ id }) => id));
}

type Asked = Pick<User, 'id' | 'must_change_pwd_at' | 'email_verified_at'>;

export function invitationOf({ id, ...user }: Asked, pending: ReadonlySet<number>): InvitationOfPerson {
  if (user.must_change_pwd_at !== null) return pending.has(id) ? 'pending' : 'expired';
  return user.email_verified_at === null ? 'none' : 'accepted';
}
