import { type Static, Type } from 'typebox';
import { listAnswer, pageQuery } from '../../platform/http/list-wire.ts';
import { choice, idOf, instant, nullableInstant, nullableText } from '../../platform/http/wire.ts';
import { TRANSFER_ACTIONS, TRANSFER_ROLES, TRANSFER_STATES } from './transfer.ts';

export const TransfersQuery = Type.Object({
  ...pageQuery,
  state: Type.Optional(choice(['open', 'ended'], { default: 'open' })),
  tenant_id: Type.Optional(idOf()),
});
export type TransfersQuery = Static<typeof TransfersQuery>;

export const AskTransferBody = Type.Object({
  club: Type.String({ minLength: 1, maxLength: 200, description: 'The name of the club whose member is asked for' }),
  email: Type.Optional(Type.String({ minLength: 3, maxLength: 254, description: 'Their address, or else `number`' })),
  number: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 40,
      pattern: '^[\\p{L}\\p{N}][\\p{L}\\p{N} ./-]*$',
      description: 'Their number in that club, or else `email`',
    }),
  ),
  role: Type.Optional(choice(TRANSFER_ROLES, { default: 'member' })),
  tenant_id: Type.Optional(idOf({ description: 'For which tenant; the caller’s unless said otherwise' })),
});
export type AskTransferBody = Static<typeof AskTransferBody>;

export const AskedAnswer = Type.Object(
  { id: Type.Integer(), state: choice(TRANSFER_STATES), created_at: instant, expires_at: instant },
  { title: 'AskedTransfer' },
);

const nullableId = Type.Union([Type.Integer(), Type.Null()]);

const TransferItem = Type.Object(
  {
    id: Type.Integer(),
    to_tenant_id: Type.Integer(),
    to_tenant_name: Type.String(),
    club: Type.String({ description: 'As it was asked for' }),
    sought: Type.String({ description: 'The address or number, as it was asked for' }),
    person: Type.Union([Type.Object({ id: Type.Integer(), full_name: Type.String() }), Type.Null()], {
      description: 'For whoever reaches their club; for the tenant that asks once they have accepted',
    }),
    from_tenant_id: nullableId,
    from_tenant_name: nullableText,
    role: choice(TRANSFER_ROLES),
    state: choice(TRANSFER_STATES),
    created_at: instant,
    released_at: nullableInstant,
    expires_at: instant,
    ended_at: nullableInstant,
    actions: Type.Array(choice(TRANSFER_ACTIONS)),
  },
  { title: 'Transfer' },
);

export const TransfersAnswer = listAnswer(TransferItem, 'TransferList');

export const OwnTransfersAnswer = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          id: Type.Integer(),
          from_tenant_name: nullableText,
          to_tenant_name: Type.String(),
          role: choice(TRANSFER_ROLES),
          state: choice(TRANSFER_STATES),
          created_at: instant,
          released_at: nullableInstant,
          expires_at: instant,
          actions: Type.Array(choice(['accept', 'decline'])),
        },
        { title: 'OwnTransfer' },
      ),
    ),
  },
  { title: 'OwnTransfers' },
);
