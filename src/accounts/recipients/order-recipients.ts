import type { Tx } from '../../platform/database/database.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { TenantId, UserId } from '../../platform/kernel/entity-id.ts';
import { opaqueId } from '../../platform/kernel/ids.ts';
import { CORRECTED_FIELDS, type CorrectedField, type OrderKind } from './order.ts';
import { addOrders, dropCorrections, findTenantOf } from './orders-store.ts';
import { listRecipientIds, takeRecipientsOf } from './recipients-store.ts';

type Corrected = { readonly [Field in CorrectedField]: string };

interface Correction {
  readonly before: Corrected & { readonly id: UserId };
  readonly after: Corrected & { readonly tenant_id: TenantId };
  readonly at: Instant;
}

/** Tells everybody who has the person's data that these have changed, in the transaction of the change. */
export const orderCorrection = (tx: Tx, correction: Correction): Promise<void> => orderCorrections(tx, [correction]);

/** As `orderCorrection`, for many people. */
export async function orderCorrections(tx: Tx, corrections: readonly Correction[]): Promise<void> {
  const orders = new Map(
    corrections.flatMap(({ before, after, at }) => {
      const fields = CORRECTED_FIELDS.filter((field) => before[field] !== after[field]);
      if (fields.length === 0) return [];
      return [[before.id, { userId: before.id, tenantId: after.tenant_id, kind: 'correct', fields, at } as const]];
    }),
  );
  if (orders.size === 0) return;
  const given = await listRecipientIds(tx, [...orders.keys()]);
  const ordered = given.flatMap(({ person_id, user_id, recipient_id }) => {
    const order = orders.get(person_id);
    return order === undefined ? [] : orderOf(recipient_id, { ...order, userId: user_id });
  });
  for (let done = 0; done < ordered.length; done += ORDERED_AT_ONCE)
    await addOrders(tx, ordered.slice(done, done + ORDERED_AT_ONCE));
}

/** The engines bound the values of a statement. */
const ORDERED_AT_ONCE = 500;

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
