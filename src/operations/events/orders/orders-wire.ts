import { Type } from 'typebox';
import {
  ANSWERS,
  CONTACT_WAYS,
  CORRECTED_FIELDS,
  GROUNDS,
  ORDER_KINDS,
  type Order,
} from '../../../accounts/recipients/order.ts';
import { RECIPIENT_KINDS, type Recipient } from '../../../accounts/recipients/recipient.ts';
import { RecipientsOfPerson } from '../../../accounts/recipients/recipients-wire.ts';
import { choice, idOf, instant, nullableText } from '../../../platform/http/wire.ts';

const id = Type.String({ minLength: 1, maxLength: 64 });
export const OrderParams = Type.Object({ id });

const day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'A day, as 2031-12-31' });

const answerMembers = {
  answer: Type.Optional(choice(ANSWERS)),
  ground: Type.Optional(choice(GROUNDS, { description: 'With `kept`, and only then (GDPR art. 17(3))' })),
  kept_until: Type.Optional(day),
};

export const ReceiptBody = Type.Object({ ...answerMembers, answer: choice(ANSWERS) }, { title: 'OrderReceipt' });

export const SignedReceiptBody = Type.Object(
  {
    receipt: Type.String({
      minLength: 1,
      maxLength: 4000,
      description: 'A compact JWS with the members of a receipt, `order_id` and `iat`',
    }),
  },
  { title: 'SignedOrderReceipt' },
);

export const ReceiptAnswer = Type.Object(
  { order_id: Type.String(), answer: choice(ANSWERS), answered_at: instant },
  { title: 'OrderAnswered' },
);

export const OpenOrdersAnswer = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        type: choice(ORDER_KINDS.map((kind) => `order.${kind}` as const)),
        timestamp: instant,
        data: Type.Object({
          order_id: Type.String(),
          tenant_id: Type.Integer(),
          sub: Type.String({ description: 'The person, as the application knows them' }),
          details: Type.Object({ changed: Type.Optional(Type.Array(choice(CORRECTED_FIELDS))) }),
          answer_by: instant,
          reminder: Type.Boolean(),
          receipt_url: Type.String(),
        }),
      }),
    ),
  },
  { title: 'OpenOrders' },
);

export const OwnRecipientsAnswer = Type.Object(RecipientsOfPerson, { title: 'OwnRecipients' });
export const PersonParams = Type.Object({ id: idOf() });

const recipientMembers = {
  id: Type.String(),
  kind: choice(RECIPIENT_KINDS),
  tenant_id: Type.Union([Type.Integer(), Type.Null()]),
  name: Type.String(),
  problem: Type.Union([Type.String(), Type.Null()], { description: 'Why it did not take the last order' }),
  created_at: instant,
};
export const RecipientAnswer = Type.Object(recipientMembers, { title: 'Recipient' });
const unanswered = {
  open_orders: Type.Integer({ description: 'What it has not answered' }),
  overdue_orders: Type.Integer({ description: 'Of these, the ones that it should have answered' }),
};
export const RecipientsAnswer = Type.Object(
  { items: Type.Array(Type.Object({ ...recipientMembers, ...unanswered }, { title: 'ListedRecipient' })) },
  { title: 'Recipients' },
);
export const RecipientsQuery = Type.Object({ tenant_id: Type.Optional(idOf()) });
export const RecipientBody = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 200, description: 'Whom, and for what: no name of a person' }),
    tenant_id: Type.Optional(idOf()),
  },
  { title: 'RecipientToCreate' },
);
export const DisclosureBody = Type.Object(
  { user_ids: Type.Array(idOf(), { minItems: 1, maxItems: 1000, uniqueItems: true }) },
  { title: 'PeopleGiven' },
);
export const DisclosureAnswer = Type.Object(
  { noted: Type.Integer({ description: 'Those of whom it was not known to have data' }) },
  { title: 'PeopleNoted' },
);

export const ByHandBody = Type.Object(
  { told_on: day, told_by: choice(CONTACT_WAYS), ...answerMembers },
  { title: 'ToldByHand' },
);
export const ByHandAnswer = Type.Object(
  {
    order_id: Type.String(),
    sent_at: instant,
    answer: Type.Union([choice(ANSWERS), Type.Null()]),
    ground: nullableText,
  },
  { title: 'ToldByHandDone' },
);

export const showRecipient = ({ id: own, kind, tenant_id, name, problem, created_at }: Recipient) => ({
  id: own,
  kind,
  tenant_id,
  name,
  problem,
  created_at,
});

export const showListedRecipient = (recipient: Recipient, { open, overdue } = { open: 0, overdue: 0 }) => ({
  ...showRecipient(recipient),
  open_orders: open,
  overdue_orders: overdue,
});

export const showReceipt = ({ id: own, answer, answered_at }: Order) => ({ order_id: own, answer, answered_at });
