import { type Static, Type } from 'typebox';
import { choice, instant, nullableInstant, nullableText } from '../../platform/http/wire.ts';
import {
  ANSWERS,
  CONTACT_WAYS,
  CORRECTED_FIELDS,
  GROUNDS,
  ORDER_KINDS,
  ORDER_STATES,
  PROOFS,
  stateOf,
} from './order.ts';
import type { NamedOrder } from './orders-store.ts';
import { RECEIVED_BY, RECIPIENT_KINDS } from './recipient.ts';

const orNull = <const Choices extends readonly string[]>(choices: Choices) =>
  Type.Union([choice(choices), Type.Null()]);

export const RecipientOrderAnswer = Type.Object(
  {
    order_id: Type.String(),
    recipient_id: Type.String(),
    recipient: Type.String({ description: 'Its name' }),
    recipient_kind: choice(RECIPIENT_KINDS),
    kind: choice(ORDER_KINDS),
    fields: Type.Array(choice(CORRECTED_FIELDS), { description: 'What was corrected, by name' }),
    state: choice(ORDER_STATES, {
      description:
        '`waiting`: not handed over yet; `asked`: it was; `overdue`: no answer for fourteen days; else the answer',
    }),
    ordered_at: instant,
    sent_at: nullableInstant,
    reminded_at: nullableInstant,
    overdue_at: nullableInstant,
    told_by: orNull(CONTACT_WAYS),
    answered_at: nullableInstant,
    answer: orNull(ANSWERS),
    ground: orNull(GROUNDS),
    kept_until: nullableText,
    proof: orNull(PROOFS),
  },
  { title: 'RecipientOrder' },
);

export type RecipientOrder = Static<typeof RecipientOrderAnswer>;

export const showRecipientOrder = (order: NamedOrder): RecipientOrder => ({
  order_id: order.id,
  recipient_id: order.recipient_id,
  recipient: order.name,
  recipient_kind: order.recipient_kind,
  kind: order.kind,
  fields: [...order.fields],
  state: stateOf(order),
  ordered_at: order.ordered_at,
  sent_at: order.sent_at,
  reminded_at: order.reminded_at,
  overdue_at: order.overdue_at,
  told_by: order.told_by,
  answered_at: order.answered_at,
  answer: order.answer,
  ground: order.ground,
  kept_until: order.kept_until,
  proof: order.proof,
});

export const HolderAnswer = Type.Object(
  {
    recipient_id: Type.String(),
    recipient: Type.String({ description: 'Its name' }),
    recipient_kind: choice(RECIPIENT_KINDS),
    received_by: choice(RECEIVED_BY, {
      description:
        '`sign_in`: the person signed in to it; `subscription`: it was sent changes; `export`: given by hand',
    }),
    since: instant,
  },
  { title: 'DataRecipient' },
);

export const RecipientsOfPerson = {
  recipients: Type.Array(HolderAnswer, { description: 'Who has the data, and since when' }),
  orders: Type.Array(RecipientOrderAnswer, { description: 'What they were told, and answered; newest first' }),
};
