import { type Static, Type } from 'typebox';
import { MEMBERSHIP_STATES, type Membership, REACHES } from '../../accounts/users/membership.ts';
import { choice, idOf, nullableText } from '../../platform/http/wire.ts';
import { ROLES, tierOf } from '../../platform/kernel/role.ts';

const day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'A day in Zagreb' });
const dayOrNull = Type.Optional(Type.Union([day, Type.Null()]));

const details = {
  since: dayOrNull,
  until: dayOrNull,
  number: Type.Optional(
    Type.Union([
      Type.String({ minLength: 1, maxLength: 40, pattern: '^[\\p{L}\\p{N}][\\p{L}\\p{N} ./-]*$' }),
      Type.Null(),
    ]),
  ),
};

export const MemberParams = Type.Object({ id: idOf(), mid: idOf() });

export const NewMembershipBody = Type.Object({
  tenant_id: idOf(),
  role: choice(ROLES),
  reach: Type.Optional(choice(REACHES, { description: '`own` unless said otherwise' })),
  ...details,
});
export type NewMembershipBody = Static<typeof NewMembershipBody>;

export const EditMembershipBody = Type.Object({
  role: Type.Optional(choice(ROLES)),
  reach: Type.Optional(choice(REACHES)),
  state: Type.Optional(choice(['active', 'suspended'])),
  ...details,
});
export type EditMembershipBody = Static<typeof EditMembershipBody>;

export const MembershipAnswer = Type.Object(
  {
    id: Type.Integer(),
    tenant_id: Type.Integer(),
    role: choice(ROLES),
    tier: Type.Integer(),
    reach: choice(REACHES),
    state: choice(MEMBERSHIP_STATES),
    since: nullableText,
    until: nullableText,
    number: nullableText,
  },
  { title: 'Membership' },
);

export const MembershipsAnswer = Type.Object({ items: Type.Array(MembershipAnswer) }, { title: 'Memberships' });

export const showMembership = ({
  id,
  tenant_id,
  role,
  reach,
  state,
  since,
  until,
  number,
}: Membership): Static<typeof MembershipAnswer> => ({
  id,
  tenant_id,
  role,
  tier: tierOf(role),
  reach,
  state,
  since,
  until,
  number,
});
