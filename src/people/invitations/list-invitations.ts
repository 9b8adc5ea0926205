import { matchingPeople } from '../../accounts/people-search/matching-people.ts';
import { type Managed, type Manager, mayManage } from '../../accounts/permissions/managing-users.ts';
import type { ListScope } from '../../accounts/users/tenant-people-store.ts';
import type { UserStatus } from '../../accounts/users/user.ts';
import type { Db } from '../../platform/database/database.ts';
import { type Page, TOTAL_CAP } from '../../platform/http/list-wire.ts';
import { type CursorKey, keyFromCursor } from '../../platform/http/page-cursor.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { InvitationOrder, InvitationRow } from './invitations-store.ts';
import * as store from './invitations-store.ts';

export const INVITATION_SORTS = ['-created', 'created', 'name', '-name', 'expires', '-expires'] as const;

/** By time of sending, by name in Croatian order, or by expiry; `-` reverses. */
export type InvitationSort = (typeof INVITATION_SORTS)[number];

function orderOf(sort: InvitationSort): { by: InvitationOrder | 'created'; isFalling: boolean } {
  const isFalling = sort.startsWith('-');
  if (sort.endsWith('name')) return { by: 'name', isFalling };
  return { by: sort.endsWith('expires') ? 'expires' : 'created', isFalling };
}

/** The cursor key of a page's last row. */
export const invitationKey =
  (sort: InvitationSort) =>
  ({ id, sort_key, expires_at }: InvitationRow): CursorKey => {
    const { by } = orderOf(sort);
    if (by === 'created') return [id];
    return [by === 'name' ? sort_key : expires_at, id];
  };

function shapeOfKey(sort: InvitationSort): readonly ('string' | 'number' | 'instant')[] {
  const { by } = orderOf(sort);
  if (by === 'created') return ['number'];
  return [by === 'name' ? 'string' : 'instant', 'number'];
}

export const INVITATION_STATES = ['pending', 'used', 'expired', 'replaced', 'cancelled'] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];

export interface InvitationsSearch extends ListScope {
  readonly state: InvitationState;
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
  { q, sort, cursor, limit, ...wanted }: InvitationsSearch,
  few?: number,
): Promise<Page<InvitationRow>> {
  const list = invitationList(wanted.state, sort);
  const after = cursor === undefined ? undefined : keyFromCursor(list, shapeOfKey(sort), cursor);
  const people = q.trim() === '' ? undefined : await matchingPeople(db, q, wanted, few);
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

export const INVITATION_ACTIONS = ['resend', 'cancel'] as const;
type InvitationAction = (typeof INVITATION_ACTIONS)[number];

interface Invited extends Managed {
  readonly status: UserStatus;
}

/** The actions a caller may take on an invitation now. An expired one is still open, since it was neither used nor replaced. */
export function invitationActions(manager: Manager, state: InvitationState, person: Invited): InvitationAction[] {
  if (!mayManage(manager, person)) return [];
  const isOpen = state === 'pending' || state === 'expired';
  return [...(person.status === 'deleted' ? [] : ['resend' as const]), ...(isOpen ? ['cancel' as const] : [])];
}
