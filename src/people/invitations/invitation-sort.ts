import type { CursorKey } from '../../platform/http/page-cursor.ts';
import type { InvitationOrder, InvitationRow } from './invitations-store.ts';

export const INVITATION_SORTS = ['-created', 'created', 'name', '-name', 'expires', '-expires'] as const;

/** By time of sending, by name in Croatian order, or by expiry; `-` reverses. */
export type InvitationSort = (typeof INVITATION_SORTS)[number];

export function orderOf(sort: InvitationSort): { by: InvitationOrder | 'created'; isFalling: boolean } {
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

export function shapeOfKey(sort: InvitationSort): readonly ('string' | 'number' | 'instant')[] {
  const { by } = orderOf(sort);
  if (by === 'created') return ['number'];
  return [by === 'name' ? 'string' : 'instant', 'number'];
}
