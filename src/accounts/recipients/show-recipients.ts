import type { Static } from 'typebox';
import type { Db } from '../../platform/database/database.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import type { Order } from './order.ts';
import { listOrdersOf } from './orders-store.ts';
import { listRecipientsOf } from './recipients-store.ts';
import { type HolderAnswer, showTold } from './recipients-wire.ts';

/** Who has a person's data, and what they were told. */
export async function showRecipientsOf(db: Db, userId: UserId, kind?: Order['kind']) {
  const recipients = (await listRecipientsOf(db, userId)).map(
    (row): Static<typeof HolderAnswer> => ({
      recipient_id: row.id,
      recipient: row.name,
      recipient_kind: row.kind,
      received_by: row.received_by,
      since: row.since,
    }),
  );
  return { recipients, orders: (await listOrdersOf(db, userId, kind)).map(showTold) };
}
