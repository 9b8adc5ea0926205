import { type Static, Type } from 'typebox';
import { LIKENESSES } from '../../accounts/people-search/duplicate.ts';
import { INVITATION_STATES_OF_PEOPLE } from '../../accounts/people-search/invitation-of.ts';
import { PEOPLE_SORTS } from '../../accounts/people-search/people-sort.ts';
import { MEMBERSHIP_STATES } from '../../accounts/users/membership.ts';
import { SENT_FIELDS } from '../../accounts/users/person-fields.ts';
import { STATUSES } from '../../accounts/users/user.ts';
import { PROFILE_BODY, UserAnswer } from '../../accounts/users/user-wire.ts';
import { pageQuery } from '../../platform/http/list-wire.ts';
import { choice, idOf, instant } from '../../platform/http/wire.ts';
import { ROLES } from '../../platform/kernel/role.ts';
import { listFileQuery, sheetQuery } from '../../platform/sheets/sheet-wire.ts';
import { PasskeyAnswer } from '../../sign-in/passkeys/passkeys-wire.ts';
import { invitationLink } from '../invitations/invitations-wire.ts';
import { peopleColumns } from './people-sheet.ts';
import { USER_ACTIONS } from './user-actions.ts';

const { email, ime, prezime, full_name: _fullName, ...others } = SENT_FIELDS;

export const CreateUserBody = Type.Object({
  email,
  ime,
  prezime,
  ...Type.Partial(Type.Object(others)).properties,
  role: choice(ROLES),
  tenant_id: Type.Optional(idOf({ description: "The caller's own unless said otherwise" })),
  invite: Type.Optional(Type.Boolean({ default: true, description: 'Send the invitation at once' })),
});
export type CreateUserBody = Static<typeof CreateUserBody>;

const administered = {
  ...UserAnswer.properties,
  actions: Type.Array(choice(USER_ACTIONS), { description: 'What the caller may do with them now' }),
};

/** A person as managers and administrators see them. */
export const AdministeredUserAnswer = Type.Object(administered, { title: 'AdministeredUser' });

const invitation = choice(INVITATION_STATES_OF_PEOPLE, {
  description: 'How far the invitation is; `accepted` also where the address was proved in another way',
});

const memberships = Type.Optional(
  Type.Array(
    Type.Object({
      tenant_id: Type.Integer(),
      tenant_name: Type.String(),
      role: choice(ROLES),
      state: choice(MEMBERSHIP_STATES),
    }),
    { description: 'What they are within the reach of the caller, where that is more than one membership' },
  ),
);

export const ListedUserAnswer = Type.Object({ ...administered, invitation, memberships }, { title: 'ListedUser' });

export const DuplicateAnswer = Type.Object(
  {
    same: Type.Array(choice(LIKENESSES), { description: 'What they have in common' }),
    people: Type.Array(ListedUserAnswer, { minItems: 2, maxItems: 2, description: 'The older account first' }),
  },
  { title: 'Duplicate' },
);

export const CreatedUserAnswer = Type.Object(
  {
    ...administered,
    invite_link: Type.Optional(invitationLink.invite_link),
    expires_at: Type.Optional(invitationLink.expires_at),
  },
  { title: 'CreatedUser' },
);

export const ManagedUserAnswer = Type.Object(
  {
    ...administered,
    invitation,
    locked_until: Type.Union([instant, Type.Null()], {
      description: 'While the account is locked: until when',
    }),
  },
  { title: 'ManagedUser' },
);

export const EditUserBody = Type.Object({
  ...PROFILE_BODY,
  email: Type.Optional(
    Type.Unsafe<string>({ ...email, description: 'At once for invited users; others confirm it by mail' }),
  ),
  tenant_id: Type.Optional(idOf({ description: 'Superadmin only; ends the sign-ins' })),
});
export type EditUserBody = Static<typeof EditUserBody>;

/** Filters of a list of people. */
export const peopleFilter = {
  q: Type.Optional(
    Type.String({ maxLength: 200, description: 'Beginnings of words of name, e-mail or phone, or a whole OIB' }),
  ),
  tenant_id: Type.Optional(idOf()),
  role: Type.Optional(choice(ROLES)),
  status: Type.Optional(choice(STATUSES, { description: 'Without it: all but deleted' })),
  invitation: Type.Optional(
    choice(INVITATION_STATES_OF_PEOPLE, { description: '`none`: nobody has invited them yet' }),
  ),
  signed_in: Type.Optional(choice(['never', 'ever'], { description: 'Whether they have signed in at all' })),
};

const sort = Type.Optional(choice(PEOPLE_SORTS, { default: 'name' }));

export const ListUsersQuery = Type.Object({
  ...peopleFilter,
  sort,
  from: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 40,
      description:
        'First letters of the surname at which the list by name starts, in Croatian order; `total` counts all',
    }),
  ),
  ...pageQuery,
});
export const DuplicatesQuery = Type.Object({ tenant_id: peopleFilter.tenant_id, ...pageQuery });

const PeopleFilter = Type.Object(peopleFilter);
export type PeopleFilter = Static<typeof PeopleFilter>;

export type ListUsersQuery = Static<typeof ListUsersQuery>;

export const ExportUsersQuery = Type.Object({
  ...peopleFilter,
  sort,
  ...sheetQuery,
  ...listFileQuery(peopleColumns),
});
export type ExportUsersQuery = Static<typeof ExportUsersQuery>;

export const RoleBody = Type.Object({ role: choice(ROLES) });

export const ReasonBody = Type.Object({ reason: Type.Optional(Type.String({ maxLength: 500 })) });

export type ReasonBody = Static<typeof ReasonBody>;

export const ExpiryAnswer = Type.Object({ expires_at: instant }, { title: 'Expiry' });

export const EndedAnswer = Type.Object({ ended: Type.Integer() }, { title: 'Ended' });

/** A passkey without the members that only its owner needs. */
const PasskeyItem = Type.Omit(PasskeyAnswer, ['credential_id', 'transports'], { title: 'PasskeyOfPerson' });

export const PasskeysAnswer = Type.Object({ items: Type.Array(PasskeyItem) }, { title: 'PasskeysOfPerson' });

export const SignInItem = Type.Object({
  id: Type.String(),
  browser: Type.String(),
  os: Type.String(),
  device: Type.String(),
  ip: Type.String(),
  started_at: instant,
  last_active_at: instant,
  expires_at: instant,
});
