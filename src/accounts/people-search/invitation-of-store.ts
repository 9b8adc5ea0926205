import { type ExpressionBuilder, expressionBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { Ids } from '../../platform/database/sql-fragments.ts';
import { type Instant, latestWritten } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { isUsableInvitation } from '../action-tokens/action-token.ts';
import type { InvitationInRow, ListSchema } from '../users/tenant-people-store.ts';
import type { InvitationOfPerson } from './invitation-of.ts';

export interface InvitationFilter {
  readonly state: InvitationOfPerson;
  readonly at: Instant;
}

type Listed = ExpressionBuilder<ListSchema, 'listed'>;

export function hasInvitation(listed: Listed, { state, at }: InvitationFilter) {
  const wanted = wasInvited(listed, state);
  if (hasStateInRow(state)) return wanted;
  const open = hasOpenInvitation('listed.user_id', at);
  return listed.and([wanted, state === 'pending' ? open : listed.not(open)]);
}

/** Whether the person's row alone decides the state, without their links. */
export const hasStateInRow = (state: InvitationOfPerson | undefined): boolean =>
  state !== 'pending' && state !== 'expired';

export const inRow = (state: InvitationOfPerson): InvitationInRow =>
  state === 'pending' || state === 'expired' ? 'sent' : state;

/** The condition on the person's row. */
export const wasInvited = (listed: Listed, state: InvitationOfPerson) => listed('listed.invitation', '=', inRow(state));

function hasOpenInvitation(id: 'listed.user_id' | 'users.id', at: Instant, written?: Instant) {
  const tokens = expressionBuilder<Schema, 'users'>();
  const links = tokens.selectFrom('action_tokens').select(sql.lit(1).as('one'));
  const theirs = links.where('action_tokens.user_id', '=', sql.ref<UserId>(id));
  return tokens.exists(theirs.where(isUsableInvitation(at, written)));
}

/** Everybody with a valid link, and some who have used their account since. */
export const ofOpenInvitations = (db: Db, at: Instant): Ids =>
  db.selectFrom('action_tokens').where(isUsableInvitation(at)).select('action_tokens.user_id as id');

/** The state of the person's invitation, as a column. */
export const invitationOfUser = (at: Instant, written = latestWritten(at)) =>
  sql<InvitationOfPerson>`case
    when users.must_change_pwd_at is null
    then case when users.email_verified_at is null then 'none' else 'accepted' end
    when ${hasOpenInvitation('users.id', at, written)} then 'pending' else 'expired' end`.as('invitation');

/** The state of one person's invitation. */
export async function findInvitationOf(db: Db, id: UserId, at: Instant): Promise<InvitationOfPerson> {
  const user = db.selectFrom('users').where('users.id', '=', id);
  const found = await user.select(invitationOfUser(at)).executeTakeFirst();
  return found?.invitation ?? 'none';
}
