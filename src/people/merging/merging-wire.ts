import { type Static, Type } from 'typebox';
import { pageQuery } from '../../platform/http/list-wire.ts';
import { choice, idOf, instant, nullableInstant } from '../../platform/http/wire.ts';
import { MembershipAnswer } from '../user-admin/member-wire.ts';
import { GIVEN_UP, MOVED } from './merge.ts';

export const MergeBody = Type.Object({
  into: idOf({ description: 'The account that remains' }),
  way_in: Type.Optional(
    idOf({
      description: 'Whose address, password and factors stay; those of the remaining account unless said otherwise',
    }),
  ),
  dry_run: Type.Optional(Type.Boolean({ description: 'Answers what would happen, and changes nothing' })),
});
export type MergeBody = Static<typeof MergeBody>;

export const MergeAnswer = Type.Object(
  {
    id: Type.Integer(),
    into: Type.Integer(),
    way_in: Type.Integer(),
    moves: Type.Array(Type.Object({ what: choice(MOVED), count: Type.Integer() })),
    conflicts: Type.Array(
      Type.Object({
        tenant_id: Type.Integer(),
        tenant_name: Type.String(),
        stays: MembershipAnswer,
        ends: MembershipAnswer,
      }),
      { description: 'Tenants in which both are: the stronger membership stays' },
    ),
    dropped: Type.Array(Type.Object({ what: choice(GIVEN_UP), count: Type.Integer() }), {
      description: 'What goes with the way in that is given up',
    }),
    merged_at: { ...nullableInstant, description: 'Null for a dry run' },
    undo_until: nullableInstant,
  },
  { title: 'Merge' },
);
export type MergeAnswer = Static<typeof MergeAnswer>;

export const MergesQuery = Type.Object({ tenant_id: Type.Optional(idOf()), ...pageQuery });

export const ListedMergeAnswer = Type.Object(
  {
    id: Type.Integer({ description: 'Of the account that went' }),
    full_name: Type.String(),
    email: Type.String(),
    into: Type.Integer(),
    into_name: Type.String(),
    into_email: Type.String(),
    merged_at: instant,
    undo_until: instant,
  },
  { title: 'ListedMerge' },
);
