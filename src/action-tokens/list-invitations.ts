import type { Db, Tx } from '../database/database.ts';
import type { Page } from '../http/list-wire.ts';
import { TOTAL_CAP } from '../http/list-wire.ts';
import { keyFromCursor } from '../http/page-cursor.ts';
import type { Instant } from '../kernel/clock.ts';
import type { ActionToken } from './action-token.ts';
import type { InvitationRow } from './action-tokens-store.ts';
import * as store from './action-tokens-store.ts';

export const INVITATION_STATES = ['pending', 'used', 'expired', 'replaced', 'cancelled'] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];

export interface InvitationsWanted {
  readonly state: InvitationState;
  readonly tenantId: number | undefined;
  /** What the address of who is invited begins with, as addresses are kept. */
  readonly emailBegins: string;
  readonly at: Instant;
  readonly cursor: string | undefined;
  readonly limit: number;
}

/** Newest first. @throws InvalidRequest (422) for a cursor of another list */
export async function listInvitations(db: Db, wanted: InvitationsWanted): Promise<Page<InvitationRow>> {
  const [before] =
    wanted.cursor === undefined ? [] : keyFromCursor(invitationList(wanted.state), ['number'], wanted.cursor);
  const rows = await store.listInvitations(db, {
    ...wanted,
    before: before === undefined ? undefined : Number(before),
  });
  return { rows, counted: await store.countInvitations(db, wanted, TOTAL_CAP + 1), limit: wanted.limit };
}

export const invitationList = (state: InvitationState): string => `invitations:${state}`;

export const findInvitation = (db: Db, id: number): Promise<ActionToken | undefined> =>
  db.selectFrom('action_tokens').selectAll().where('id', '=', id).where('kind', '=', 'invite').executeTakeFirst();

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
