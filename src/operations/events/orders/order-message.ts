import { type Order, OVERDUE_AFTER } from '../../../accounts/recipients/order.ts';
import type { Application } from '../../../openid/applications/application.ts';
import { subjectOf } from '../../../openid/applications/provider-ids.ts';
import { epochOf, type Instant, instantAt } from '../../../platform/kernel/clock.ts';
import type { TenantId } from '../../../platform/kernel/entity-id.ts';
import type { Keyring } from '../../../platform/keys/keyring.ts';

/** Where a service answers with its access token. */
export const API_ORDERS = '/api/recipients/orders';
/** Where whoever has none signs the answer. Outside `/api`, whose gate lets nothing that changes pass without a token. */
export const SIGNED_ORDERS = '/recipients/orders';

/** An order as its recipient gets it: of the person only the id by which that one knows them. */
export interface OrderMessage {
  readonly type: `order.${Order['kind']}`;
  readonly timestamp: Instant;
  readonly data: {
    readonly order_id: string;
    readonly tenant_id: TenantId;
    readonly sub: string;
    readonly details: { readonly changed?: Order['fields'] };
    readonly answer_by: Instant;
    readonly reminder: boolean;
    readonly receipt_url: string;
  };
}

export function orderMessage(
  { keys, receiptsAt }: { readonly keys: Keyring; readonly receiptsAt: string },
  order: Order,
  { id, foreign_at }: Pick<Application, 'id' | 'foreign_at'>,
): OrderMessage {
  return {
    type: `order.${order.kind}`,
    timestamp: order.ordered_at,
    data: {
      order_id: order.id,
      tenant_id: order.tenant_id,
      sub: subjectOf(keys, order.user_id, { id, foreign: foreign_at !== null }),
      details: order.kind === 'correct' ? { changed: order.fields } : {},
      answer_by: instantAt(epochOf(order.ordered_at) + OVERDUE_AFTER),
      reminder: order.reminded_at !== null,
      receipt_url: `${receiptsAt}/${order.id}/receipt`,
    },
  };
}

/** The same for every attempt; a reminder has one of its own. */
export const messageIdOf = ({ data }: OrderMessage): string =>
  `order_${data.order_id}${data.reminder ? '_reminder' : ''}`;
