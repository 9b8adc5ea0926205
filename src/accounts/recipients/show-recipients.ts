import type { Static } from 'typebox';
import type { Db } from '../../platform/database/database.ts';
import type { TenantId, UserId } from '../../platform/kernel/entity-id.ts';
import type { Order } from './order.ts';
import { listOrdersOf } from './orders-store.ts';
import { listRecipientsOf } from './recipients-store.ts';
import { type HolderAnswer, showRecipientOrder } from './recipients-wire.ts';

interface RecipientsFilter {
  /** Of the orders, those of this kind alone. */
  readonly kind?: Order['kind'];
  /** Whether the recipients of a tenant, or those of all, may be told. */
  readonly sees?: (tenantId: TenantId | null) => boolean;
}

/** Who has a person's data, under any of their ids, and what they were told. */
export async function showRecipientsOf(
  db: Db,
  userIds: readonly UserId[],
  { kind, sees = () => true }: RecipientsFilter = {},
) {
  const rows = (await listRecipientsOf(db, userIds)).filter(({ tenant_id }) => sees(tenant_id));
  const held = rows.filter(({ id }, place) => rows.findIndex((row) => row.id === id) === place); // since the first
  const orders = (await listOrdersOf(db, userIds, kind)).filter((order) => sees(order.recipient_tenant_id));
  const recipients = held.map(
    (row): Static<typeof HolderAnswer> => ({
      recipient_id: row.id,
      recipient: row.name,
      recipient_kind: row.kind,
      received_by: row.received_by,
      since: row.since,
    }),
  );
  return { recipients, orders: orders.map(showRecipientOrder) };
}
