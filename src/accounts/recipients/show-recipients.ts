import type { Static } from 'typebox';
import type { Db } from '../../platform/database/database.ts';
import type { TenantId, UserId } from '../../platform/kernel/entity-id.ts';
import type { Order } from './order.ts';
import { listOrdersOf } from './orders-store.ts';
import { listRecipientsOf } from './recipients-store.ts';
import { type HolderAnswer, showTold } from './recipients-wire.ts';

interface Shown {
  /** Of the orders, those of this kind alone. */
  readonly kind?: Order['kind'];
  /** Whether the recipients of a tenant, or those of all, may be told. */
  readonly sees?: (tenantId: TenantId | null) => boolean;
}

/** Who has a person's data, and what they were told. */
export async function showRecipientsOf(db: Db, userId: UserId, { kind, sees = () => true }: Shown = {}) {
  const held = (await listRecipientsOf(db, userId)).filter(({ tenant_id }) => sees(tenant_id));
  const orders = (await listOrdersOf(db, userId, kind)).filter((order) => sees(order.recipient_tenant_id));
  const recipients = held.map(
    (row): Static<typeof HolderAnswer> => ({
      recipient_id: row.id,
      recipient: row.name,
      recipient_kind: row.kind,
      received_by: row.received_by,
      since: row.since,
    }),
  );
  return { recipients, orders: orders.map(showTold) };
}
