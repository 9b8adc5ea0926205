import { type Static, Type } from 'typebox';
import { idOf } from '../http/id-wire.ts';
import { pageQuery } from '../http/list-wire.ts';
import { choice, instant } from '../http/wire.ts';
import { invitationLink } from '../invitations/invitations-wire.ts';
import { ROLES } from '../kernel/role.ts';
import { PEOPLE_SORTS } from '../people-search/people-sort.ts';
import { LANGUAGES, STATUSES } from '../users/user.ts';
import { UserAnswer } from '../users/user-wire.ts';

const name = Type.String({ maxLength: 100 });

export const CreateUserBody = Type.Object({
  email: Type.String({ minLength: 3, maxLength: 320 }),
  ime: name,
  prezime: name,
  role: choice(ROLES),
  tenant_id: Type.Optional(idOf({ description: "The caller's own unless said otherwise" })),
  telefon: Type.Optional(Type.String({ maxLength: 40, pattern: '^[-+()/. 0-9]*$' })),
  oib: Type.Optional(Type.String({ maxLength: 11 })),
  preferred_language: Type.Optional(choice(LANGUAGES)),
  invite: Type.Optional(Type.Boolean({ default: true, description: 'Send the invitation at once' })),
});
export type CreateUserBody = Static<typeof CreateUserBody>;

export const CreatedUserAnswer = Type.Intersect([UserAnswer, Type.Partial(Type.Object(invitationLink))], {
  title: 'CreatedUser',
});

export const ManagedUserAnswer = Type.Intersect(
  [
    UserAnswer,
    Type.Object({
      locked_until: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
        description: 'When wrong guesses have locked the account: until when',
      }),
    }),
  ],
  { title: 'ManagedUser' },
);

const optionalName = Type.Optional(name);
const phone = Type.Optional(Type.String({ maxLength: 40, pattern: '^[-+()/. 0-9]*$' }));

export const EditUserBody = Type.Object({
  ime: optionalName,
  prezime: optionalName,
  full_name: Type.Optional(Type.String({ maxLength: 200 })),
  telefon: phone,
  phone,
  oib: Type.Optional(Type.String({ maxLength: 11 })),
  preferred_language: Type.Optional(choice(LANGUAGES)),
  email: Type.Optional(
    Type.String({ minLength: 3, maxLength: 320, description: 'At once for invited users; others confirm it by mail' }),
  ),
  tenant_id: Type.Optional(idOf({ description: 'Superadmin only; ends the sign-ins' })),
});
export type EditUserBody = Static<typeof EditUserBody>;

const peopleFilter = {
  q: Type.Optional(
    Type.String({ maxLength: 200, description: 'Beginnings of words of name, e-mail or phone, or a whole OIB' }),
  ),
  tenant_id: Type.Optional(idOf()),
  role: Type.Optional(choice(ROLES)),
  status: Type.Optional(choice(STATUSES, { description: 'Without it: all but deleted' })),
  sort: Type.Optional(choice(PEOPLE_SORTS, { default: 'name' })),
};

export const ListUsersQuery = Type.Object({
  ...peopleFilter,
  from: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 40,
      description: 'Where the list by name begins, as letters of a surname in Croatian order; `total` counts all',
    }),
  ),
  ...pageQuery,
});
export type ListUsersQuery = Static<typeof ListUsersQuery>;

export const ExportUsersQuery = Type.Object({ ...peopleFilter, format: choice(['csv']) });
export type ExportUsersQuery = Static<typeof ExportUsersQuery>;

export const RoleBody = Type.Object({ role: choice(ROLES) });

export const ReasonBody = Type.Object({ reason: Type.Optional(Type.String({ maxLength: 500 })) });

export type ReasonBody = Static<typeof ReasonBody>;

export const ExpiryAnswer = Type.Object({ expires_at: Type.String({ format: 'date-time' }) }, { title: 'Expiry' });

export const EndedAnswer = Type.Object({ ended: Type.Integer() }, { title: 'Ended' });

export const BulkBody = Type.Object({
  ids: Type.Array(idOf(), { minItems: 1, maxItems: 200, uniqueItems: true }),
  action: choice(['invite', 'suspend', 'unsuspend', 'role']),
  role: Type.Optional(choice(ROLES)),
  reason: Type.Optional(Type.String({ maxLength: 500 })),
});
export type BulkBody = Static<typeof BulkBody>;

export const BulkAnswer = Type.Object(
  {
    done: Type.Integer(),
    refused: Type.Integer(),
    results: Type.Array(
      Type.Object({
        id: Type.Integer(),
        ok: Type.Boolean(),
        code: Type.Optional(Type.String()),
        detail: Type.Optional(Type.String()),
      }),
    ),
  },
  { title: 'BulkResult' },
);

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
