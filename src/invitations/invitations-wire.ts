import { Type } from 'typebox';
import { INVITATION_STATES } from '../action-tokens/list-invitations.ts';
import { choice, instant, nullableText } from '../http/wire.ts';
import { ROLES } from '../kernel/role.ts';
import { STATUSES } from '../users/user.ts';
import { INVITATION_ACTIONS } from './invitation-actions.ts';

export const invitationLink = {
  invite_link: Type.String({ description: 'Shown this once' }),
  expires_at: instant,
};

export const InvitationAnswer = Type.Object(invitationLink, { title: 'Invitation' });

export const InvitationItem = Type.Object(
  {
    id: Type.Integer(),
    state: choice(INVITATION_STATES),
    user_id: Type.Integer(),
    email: Type.String(),
    full_name: Type.String(),
    tenant_id: Type.Integer(),
    role: choice(ROLES),
    user_status: choice(STATUSES),
    invited_by: nullableText,
    created_at: Type.String(),
    expires_at: Type.String(),
    used_at: nullableText,
    actions: Type.Array(choice(INVITATION_ACTIONS), { description: 'What the caller may do with it now' }),
  },
  { title: 'InvitationItem' },
);
