import { type Static, Type } from 'typebox';
import { STATUSES } from '../../accounts/users/user.ts';
import { pageQuery } from '../../platform/http/list-wire.ts';
import { choice, idOf, instant, nullableText, PeopleSearched } from '../../platform/http/wire.ts';
import { ROLES } from '../../platform/kernel/role.ts';
import { MAIL_STATES } from '../../platform/mail/mail.ts';
import { INVITATION_ACTIONS, INVITATION_SORTS, INVITATION_STATES } from './list-invitations.ts';

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
    mail: Type.Union([choice(MAIL_STATES), Type.Null()], {
      description: 'What became of its mail; null for a link that was not mailed',
    }),
    actions: Type.Array(choice(INVITATION_ACTIONS), { description: 'What the caller may do with it now' }),
  },
  { title: 'InvitationItem' },
);
export type InvitationItem = Static<typeof InvitationItem>;

export const invitationsFilter = {
  state: Type.Optional(choice(INVITATION_STATES, { default: 'pending' })),
  tenant_id: Type.Optional(idOf()),
  sort: Type.Optional(
    choice(INVITATION_SORTS, {
      default: '-created',
      description: 'By when they were sent, by name, or by when they end; `-` reverses',
    }),
  ),
  q: PeopleSearched,
};

export const InvitationsQuery = Type.Object({ ...invitationsFilter, ...pageQuery });
export type InvitationsQuery = Static<typeof InvitationsQuery>;
