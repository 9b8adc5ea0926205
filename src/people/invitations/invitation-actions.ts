import { type Managed, type Manager, mayManage } from '../../accounts/policy/managing-users.ts';
import type { UserStatus } from '../../accounts/users/user.ts';
import type { InvitationState } from './list-invitations.ts';

export const INVITATION_ACTIONS = ['resend', 'cancel'] as const;
export type InvitationAction = (typeof INVITATION_ACTIONS)[number];

interface Invited extends Managed {
  readonly status: UserStatus;
}

/** The actions a caller may take on an invitation now. An expired one is still open, since it was neither used nor replaced. */
export function invitationActions(manager: Manager, state: InvitationState, person: Invited): InvitationAction[] {
  if (!mayManage(manager, person)) return [];
  const isOpen = state === 'pending' || state === 'expired';
  return [...(person.status === 'deleted' ? [] : ['resend' as const]), ...(isOpen ? ['cancel' as const] : [])];
}
