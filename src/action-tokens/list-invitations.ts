import type { Db, Tx } from '../database/database.ts';
import { valuesOf } from '../database/insert-rows.ts';
import type { Page } from '../http/list-wire.ts';
import { TOTAL_CAP } from '../http/list-wire.ts';
import { keyFromCursor } from '../http/page-cursor.ts';
import type { Instant } from '../kernel/clock.ts';
import type { TenantId, UserId } from '../kernel/entity-id.ts';
import { soughtPeople } from '../people-search/sought-people.ts';
import type { ActionToken } from './action-token.ts';
import { type InvitationSort, orderOf, shapeOfKey } from './invitation-sort.ts';
import type { InvitationRow } from './invitations-store.ts';
import * as store from './invitations-store.ts';

export const INVITATION_STATES = ['pending', 'used', 'expired', 'replaced', 'cancelled'] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];

export interface InvitationsWanted {
  readonly state: InvitationState;
  readonly tenantId: TenantId | undefined;
  /** Searches the invited people like the list of people. */
  readonly q: string;
  readonly at: Instant;
  readonly sort: InvitationSort;
  readonly cursor: string | undefined;
  readonly limit: number;
}

/** @throws InvalidRequest (422) for a cursor of another list or order */
export async function listInvitations(
  db: Db,
  { q, sort, cursor, limit, ...wanted }: InvitationsWanted,
  few?: number,
): Promise<Page<InvitationRow>> {
  const list = invitationList(wanted.state, sort);
  const after = cursor === undefined ? undefined : keyFromCursor(list, shapeOfKey(sort), cursor);
  const people = q.trim() === '' ? undefined : await soughtPeople(db, q, wanted.tenantId, few);
  if (people === undefined && q.trim() !== '') return { rows: [], counted: 0, limit };
  const filter = { ...wanted, people };
  const { by, isFalling } = orderOf(sort);
  if (by !== 'created') {
    const counted = await store.countInvitations(db, filter, TOTAL_CAP + 1);
    const isMany = counted > TOTAL_CAP && people === undefined;
    return { rows: await store.listInvitationsBy(db, filter, { by, isFalling, isMany, after, limit }), counted, limit };
  }
  const page = { first: isFalling ? 'newest' : 'oldest', after: after && Number(after[0]), limit } as const;
  if (people !== undefined && people.ids === undefined) {
    const { searchedTo, ...found } = await store.searchInvitations(db, { ...wanted, people }, page);
    return { ...found, limit, searchedTo: searchedTo === undefined ? undefined : [searchedTo] };
  }
  const rows = await store.listInvitations(db, filter, page);
  return { rows, counted: await store.countInvitations(db, filter, TOTAL_CAP + 1), limit };
}

export const invitationList = (state: InvitationState, sort: InvitationSort): string => `invitations:${state}:${sort}`;
export const findInvitation = (db: Db, id: number): Promise<ActionToken | undefined> =>
  db.selectFrom('action_tokens').selectAll().where('id', '=', id).where('kind', '=', 'invite').executeTakeFirst();

/** Whether somebody holds a link that still works. */
export async function hasUsableInvitation(db: Db, userId: UserId, at: Instant): Promise<boolean> {
  const usable = db
    .selectFrom('action_tokens')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', 'invite')
    .where('used_at', 'is', null)
    .where('replaced_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .where('expires_at', '>', at);
  return (await usable.executeTakeFirst()) !== undefined;
}

/** True for the one caller who cancelled an open invitation. */
export async function cancelInvitation(tx: Tx, id: number, at: Instant): Promise<boolean> {
  const cancelled = tx
    .updateTable('action_tokens')
    .set({ cancelled_at: at })
    .where('id', '=', id)
    .where('kind', '=', 'invite')
    .where('used_at', 'is', null)
    .where('replaced_at', 'is', null)
    .where('cancelled_at', 'is', null);
  return (await cancelled.returning('id').executeTakeFirst()) !== undefined;
}

/** How many of these invitations can still be cancelled. */
export async function countOpenTokens(db: Db, ids: readonly number[]): Promise<number> {
  const open = db
    .selectFrom('action_tokens')
    .where('id', 'in', valuesOf(db, 'bigint', ids))
    .where('used_at', 'is', null)
    .where('replaced_at', 'is', null)
    .where('cancelled_at', 'is', null);
  return (await open.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count;
}
