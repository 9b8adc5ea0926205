import type { PersonalDataContributor } from '../../platform/database/personal-data.ts';
import { ordersTable } from './order.ts';
import { orderErasure } from './order-recipients.ts';
import { listOrdersOf } from './orders-store.ts';
import { personRecipientsTable, recipientsTable } from './recipient.ts';
import { forgetMaker, listRecipientsOf } from './recipients-store.ts';

/** Declared by the room `events`: in an export the profile comes first. */
export const recipientsPersonalData: PersonalDataContributor = {
  room: 'recipients',
  tables: [recipientsTable, personRecipientsTable, ordersTable],
  exportOf: async (db, userId) => ({
    recipients: (await listRecipientsOf(db, [userId])).map(({ id: _, ...recipient }) => recipient),
    recipient_orders: (await listOrdersOf(db, [userId])).map(
      ({ name, kind, fields, ordered_at, sent_at, answered_at, answer, ground, kept_until }) => ({
        recipient: name,
        kind,
        fields,
        ordered_at,
        sent_at,
        answered_at,
        answer,
        ground,
        kept_until,
      }),
    ),
  }),
  erase: async (tx, userId, at) => {
    await forgetMaker(tx, userId);
    await orderErasure(tx, userId, at);
  },
  description: {
    holds:
      'recipients: which applications and others were given a person’s data, since when, what they were told to do with them and what they answered',
    erased: 'who has the data, each of whom is told to erase them; corrections that were told; who entered a recipient',
    stays: {
      what: 'the orders to erase: the recipient, the person’s number, times, the answer and its ground',
      ground: 'proof that recipients were told (GDPR art. 5(2), 19)',
      until: 'as long as the service keeps its audit log',
    },
  },
};
