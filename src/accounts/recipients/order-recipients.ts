import type { Tx } from '../../platform/database/database.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { TenantId, UserId } from '../../platform/kernel/entity-id.ts';
import { opaqueId } from '../../platform/kernel/ids.ts';
import { CORRECTED_FIELDS, type CorrectedField, type OrderKind } from './order.ts';
import { addOrders, dropCorrections, findTenantOf } from './orders-store.ts';
import { listRecipientsOf, takeRecipientsOf } from './recipients-store.ts';

type Corrected = { readonly [Field in CorrectedField]: string };

interface Correction {
  readonly before: Corrected & { readonly id: UserId };
  readonly after: Corrected & { readonly tenant_id: TenantId };
  readonly at: Instant;
}

/** Tells everybody who has the person's data that these have changed, in the transaction of the change. */
export async function orderCorrection(tx: Tx, { before, after, at }: Correction): Promise<void> {
  const fields = CORRECTED_FIELDS.filter((field) => before[field] !== after[field]);
  if (fields.length === 0) return;
  const recipients = await listRecipientsOf(tx, before.id);
  const order = { userId: before.id, tenantId: after.tenant_id, kind: 'correct', fields, at } as const;
  await addOrders(
    tx,
    recipients.map(({ id }) => orderOf(id, order)),
  );
}

/**
 * Tells everybody who has the person's data to erase them, in the transaction of the erasure. What is to be erased is no longer to be
 * corrected. Again, as after every erasure, it tells those who were given something meanwhile.
 */
export async function orderErasure(tx: Tx, userId: UserId, at: Instant): Promise<void> {
  await dropCorrections(tx, userId);
  const recipients = await takeRecipientsOf(tx, userId);
  if (recipients.length === 0) return;
  const order = { userId, tenantId: await findTenantOf(tx, userId), kind: 'erase', fields: [], at } as const;
  await addOrders(
    tx,
    recipients.map(({ recipient_id }) => orderOf(recipient_id, order)),
  );
}

interface NewOrder {
  readonly userId: UserId;
  readonly tenantId: TenantId;
  readonly kind: OrderKind;
  readonly fields: readonly CorrectedField[];
  readonly at: Instant;
}

const orderOf = (recipient_id: string, { userId, tenantId, kind, fields, at }: NewOrder) => ({
  id: opaqueId(),
  recipient_id,
  user_id: userId,
  tenant_id: tenantId,
  kind,
  fields,
  ordered_at: at,
});
