import { scopeOf } from '../../../accounts/permissions/scope.ts';
import { countUnanswered, listOpenOrders } from '../../../accounts/recipients/orders-store.ts';
import { listRecipients } from '../../../accounts/recipients/recipients-store.ts';
import { showRecipientsOf } from '../../../accounts/recipients/show-recipients.ts';
import { listIdsOf } from '../../../accounts/users/merged-users-store.ts';
import { findApplication } from '../../../openid/applications/applications-store.ts';
import { defineOpenRoute, defineRoute, ok, type Route } from '../../../platform/http/define-route.ts';
import { open, permitted, servicesOnly, signedIn } from '../../../platform/http/route-access.ts';
import { perAddress, perCaller } from '../../../platform/http/route-limit.ts';
import { minutes } from '../../../platform/kernel/durations.ts';
import { type OrderDeps, recordSending } from './deliver-orders.ts';
import * as manage from './manage-recipients.ts';
import { API_ORDERS, orderMessage, SIGNED_ORDERS } from './order-message.ts';
import * as wire from './orders-wire.ts';
import * as receipts from './take-receipt.ts';

const tag = 'Recipients';
const managing = {
  tag,
  access: permitted('erasures.manage'),
  limit: perCaller({ most: 120, within: minutes(1) }),
} as const;
const ORDERS_AT_ONCE = 200;
const unanswered = ['orders.not_found', 'orders.not_sent', 'orders.answered'] as const;

export const ordersRoutes = (deps: OrderDeps): Route[] => [
  ...answeringRoutes(deps),
  ...managingRoutes(deps),
  defineRoute({
    method: 'GET',
    path: '/api/users/me/recipients',
    summary: "Who was given the caller's data, since when, and what they answered when told of a change",
    tag,
    access: signedIn({ exemptFrom: ['password-change', 'enrolment'] }),
    limit: perCaller({ most: 120, within: minutes(1) }),
    audit: [],
    request: {},
    responses: { success: ok(wire.OwnRecipientsAnswer, 'All of them'), refusals: [] },
    handle: async (_request, { userId }) =>
      showRecipientsOf(deps.database.read, await listIdsOf(deps.database.read, userId)),
  }),
];

const answeringRoutes = (deps: OrderDeps): Route[] => [
  defineRoute({
    method: 'GET',
    path: API_ORDERS,
    summary: 'The unanswered orders of the calling service, the oldest first; asking is taking',
    tag,
    access: servicesOnly('events:read'),
    limit: perCaller({ most: 120, within: minutes(1) }),
    audit: ['order.send'],
    request: {},
    responses: { success: ok(wire.OpenOrdersAnswer, 'Two hundred at most'), refusals: [] },
    handle: async ({ call }, { service }) => {
      const application = service && (await findApplication(deps.database.read, service.id));
      if (application === undefined) return { items: [] };
      const orders = await listOpenOrders(deps.database.read, application.id, ORDERS_AT_ONCE);
      const fresh = orders.filter(({ sent_at, send_at }) => sent_at === null || send_at !== null);
      if (fresh.length > 0) await deps.database.transaction((tx) => recordSending(tx, call, fresh));
      const at = { keys: deps.keys, receiptsAt: `${deps.publicUrl}${API_ORDERS}` };
      return { items: orders.map((order) => orderMessage(at, order, application)) };
    },
  }),
  defineRoute({
    method: 'POST',
    path: `${API_ORDERS}/:id/receipt`,
    summary: 'What came of an order of the calling service',
    tag,
    access: servicesOnly('events:read'),
    limit: perCaller({ most: 240, within: minutes(1) }),
    audit: ['order.answer'],
    request: { params: wire.OrderParams, body: wire.ReceiptBody },
    responses: { success: ok(wire.ReceiptAnswer, 'Taken'), refusals: unanswered },
    handle: async ({ params, body, call }, { service }) =>
      wire.showReceipt(await receipts.takeReceiptOfService(deps, call, { id: params.id, body, service })),
  }),
  defineOpenRoute({
    method: 'POST',
    path: `${SIGNED_ORDERS}/:id/receipt`,
    summary: 'What came of an order, signed with the secret of a subscription',
    tag,
    access: open('the receipt is signed'),
    limit: perAddress({ most: 240, within: minutes(1) }),
    audit: ['order.answer'],
    request: { params: wire.OrderParams, body: wire.SignedReceiptBody },
    responses: {
      success: ok(wire.ReceiptAnswer, 'Taken'),
      refusals: [...unanswered, 'orders.unsigned', 'orders.stale'],
    },
    handle: async ({ params, body, call }) =>
      wire.showReceipt(await receipts.takeSignedReceipt(deps, call, { id: params.id, receipt: body.receipt })),
  }),
];

const managingRoutes = (deps: OrderDeps): Route[] => [
  defineRoute({
    ...managing,
    method: 'GET',
    path: '/api/admin/recipients',
    summary: 'Who was given data of people, by name',
    audit: [],
    request: { query: wire.RecipientsQuery },
    responses: { success: ok(wire.RecipientsAnswer, 'Five hundred at most'), refusals: ['tenants.not_found'] },
    handle: async ({ query }, caller) => {
      const scope = scopeOf(caller, query.tenant_id);
      const { read } = deps.database;
      const items = await listRecipients(read, scope, manage.MOST_RECIPIENTS);
      const unanswered = await countUnanswered(
        read,
        items.map(({ id }) => id),
      );
      return { items: items.map((one) => wire.showListedRecipient(one, unanswered.get(one.id))) };
    },
  }),
  defineRoute({
    ...managing,
    method: 'POST',
    path: '/api/admin/recipients',
    summary: 'Enters somebody outside who is given data of people, such as a federation that gets a list',
    audit: ['recipient.create'],
    request: { body: wire.RecipientBody },
    responses: {
      success: { status: 201, description: 'Entered', schema: wire.RecipientAnswer },
      refusals: ['tenants.not_found', 'recipients.too_many'],
    },
    handle: async ({ body, call }) => wire.showRecipient(await manage.createRecipient(deps, call, body)),
  }),
  defineRoute({
    ...managing,
    method: 'POST',
    path: '/api/admin/recipients/:id/people',
    summary: 'Notes that a recipient entered by hand was given data of these people',
    audit: ['recipient.people'],
    request: { params: wire.OrderParams, body: wire.DisclosureBody },
    responses: {
      success: ok(wire.DisclosureAnswer, 'Noted'),
      refusals: ['recipients.not_found', 'users.not_found', 'users.merged'],
    },
    handle: ({ params, body, call }) => manage.recordDisclosure(deps, call, params.id, body.user_ids),
  }),
  defineRoute({
    ...managing,
    method: 'GET',
    path: '/api/admin/users/:id/recipients',
    summary: 'Who was given data of a person, and what they were told',
    audit: ['user.read'],
    request: { params: wire.PersonParams },
    responses: {
      success: ok(wire.OwnRecipientsAnswer, 'All of them'),
      refusals: ['users.not_found', 'users.merged', 'users.self', 'users.tier'],
    },
    handle: ({ params, call }) => manage.readRecipientsOf(deps, call, params.id),
  }),
  defineRoute({
    ...managing,
    method: 'POST',
    path: '/api/admin/orders/:id/by-hand',
    summary: 'Notes that people told a recipient, when and how, and what it answered',
    audit: ['order.told', 'order.answer'],
    request: { params: wire.OrderParams, body: wire.ByHandBody },
    responses: { success: ok(wire.ByHandAnswer, 'Noted'), refusals: ['orders.not_found', 'orders.answered'] },
    handle: async ({ params, body, call }) => {
      const { id, sent_at, answer, ground } = await manage.recordContact(deps, call, params.id, body);
      return { order_id: id, sent_at, answer, ground };
    },
  }),
];
