import { days } from '../../platform/kernel/durations.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import { ordersTable } from './order.ts';
import { dropCorrectionsBefore } from './orders-store.ts';
import { personRecipientsTable, recipientsTable } from './recipient.ts';

/** Who has whose data. What they are told, and how they answer, is in the room `events`. */
export const recipientsRoom = defineRoom({
  name: 'recipients',
  tables: [recipientsTable, personRecipientsTable, ordersTable],
  retention: [
    {
      name: 'recipient_corrections',
      keptFor: days(365),
      what: 'which recipients were told of a correction, and what they answered',
      forget: dropCorrectionsBefore,
    },
  ],
});
