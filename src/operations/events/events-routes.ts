import { scopeOf } from '../../accounts/permissions/scope.ts';
import type { Db } from '../../platform/database/database.ts';
import { defineRoute, ok, okFile, type Route } from '../../platform/http/define-route.ts';
import { DEFAULT_LIMIT, pageAnswer, TOTAL_CAP } from '../../platform/http/list-wire.ts';
import { keyFromCursor } from '../../platform/http/page-cursor.ts';
import { permitted, servicesOnly } from '../../platform/http/route-access.ts';
import { perCaller } from '../../platform/http/route-limit.ts';
import { sendEvents, serverSentEvent } from '../../platform/http/server-sent-events.ts';
import { parseInstant } from '../../platform/kernel/clock.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import { pageAttempts } from './attempts-store.ts';
import * as wire from './events-wire.ts';
import * as manage from './manage-subscriptions.ts';
import { pullEvents } from './pull-events.ts';
import { findChainEnds } from './sealed-events-store.ts';
import type { Subscription } from './subscription.ts';
import { countSubscriptions, listSubscriptions } from './subscriptions-store.ts';

const path = '/api/admin/subscriptions';
const tag = 'Events';
const access = permitted('applications.manage');
const limit = perCaller({ most: 120, within: minutes(1) });
const changes = { tag, access, limit: perCaller({ most: 30, within: minutes(1) }), requiresReauth: 'always' } as const;
const LIST = 'subscriptions';
const ATTEMPTS = 'attempts';
const notFound = 'subscriptions.not_found';
const notPushed = 'subscriptions.not_pushed';
const ahead = 'events.ahead';
/** Applications that only some administrators manage. */
const others = ['applications.trusted', 'applications.below'] as const;
const request = { params: wire.SubscriptionParams };

export const eventsRoutes = (deps: manage.SubscriptionDeps): Route[] => [
  ...readingRoutes(deps),
  ...changingRoutes(deps),
  ...pullingRoutes(deps),
];

/** As it stands at the end of the chain now. */
const show = async (db: Db, subscription: Subscription) =>
  wire.showSubscription(subscription, (await findChainEnds(db)).tip);

const readingRoutes = ({ database }: manage.SubscriptionDeps): Route[] => [
  defineRoute({
    method: 'GET',
    path,
    summary: 'Subscriptions of applications to events, newest first',
    tag,
    access,
    limit,
    audit: [],
    request: { query: wire.SubscriptionsQuery },
    responses: { success: ok(wire.SubscriptionsAnswer, 'One page'), refusals: ['tenants.not_found'] },
    handle: async ({ query }, caller) => {
      const [at, id] = query.cursor === undefined ? [] : keyFromCursor(LIST, ['instant', 'string'], query.cursor);
      const after = at === undefined ? undefined : { created_at: parseInstant(String(at)), id: String(id) };
      const most = query.limit ?? DEFAULT_LIMIT;
      const list = { scope: scopeOf(caller, query.tenant_id), applicationId: query.application_id, after };
      const rows = await listSubscriptions(database.read, list, most + 1);
      const counted = await countSubscriptions(database.read, list, TOTAL_CAP + 1);
      const page = { rows, counted, limit: most };
      const { tip } = await findChainEnds(database.read);
      return pageAnswer(
        LIST,
        page,
        (row) => [row.created_at, row.id],
        (row) => wire.showSubscription(row, tip),
      );
    },
  }),
  defineRoute({
    method: 'GET',
    path: `${path}/:id`,
    summary: 'One subscription, and how far it is',
    tag,
    access,
    limit,
    audit: [],
    request,
    responses: { success: ok(wire.SubscriptionAnswer, 'As it stands'), refusals: [notFound] },
    handle: async ({ params }, caller) =>
      show(database.read, (await manage.getSubscription(database.read, caller, params.id)).subscription),
  }),
  defineRoute({
    method: 'GET',
    path: `${path}/:id/attempts`,
    summary: 'Calls of the receiver in the last seven days, newest first',
    tag,
    access,
    limit,
    audit: [],
    request: { ...request, query: wire.AttemptsQuery },
    responses: { success: ok(wire.AttemptsAnswer, 'One page'), refusals: [notFound] },
    handle: async ({ params, query }, caller) => {
      const { subscription } = await manage.getSubscription(database.read, caller, params.id);
      const [before] = query.cursor === undefined ? [] : keyFromCursor(ATTEMPTS, ['number'], query.cursor);
      const most = query.limit ?? DEFAULT_LIMIT;
      const page = { before: before === undefined ? undefined : Number(before), limit: most, cap: TOTAL_CAP + 1 };
      const found = await pageAttempts(database.read, subscription.id, page);
      return pageAnswer(ATTEMPTS, { ...found, limit: most }, ({ id }) => [id], wire.showAttempt);
    },
  }),
];

const changingRoutes = (deps: manage.SubscriptionDeps): Route[] => [
  defineRoute({
    ...changes,
    method: 'POST',
    path,
    summary: 'Subscribes an application to events from now on; shows the secret once',
    audit: ['subscription.create'],
    request: { body: wire.SubscriptionBody },
    responses: {
      success: { status: 201, description: 'Subscribed', schema: wire.NewSubscriptionAnswer },
      refusals: [
        'applications.not_found',
        ...others,
        'subscriptions.too_many',
        'subscriptions.pull_taken',
        'streams.taken',
      ],
    },
    handle: async ({ body, call }) => {
      const { subscription, secret } = await manage.createSubscription(deps, call, body);
      return { ...(await show(deps.database.read, subscription)), secret };
    },
  }),
  defineRoute({
    ...changes,
    method: 'PUT',
    path: `${path}/:id`,
    summary: 'Changes a subscription: the members sent',
    audit: ['subscription.update'],
    request: { ...request, body: wire.SubscriptionChangeBody },
    responses: { success: ok(wire.SubscriptionAnswer, 'Changed'), refusals: [notFound, ...others] },
    handle: async ({ params, body, call }) =>
      show(deps.database.read, await manage.updateSubscription(deps, call, params.id, body)),
  }),
  ...(['pause', 'resume'] as const).map((act) =>
    defineRoute({
      ...changes,
      method: 'POST',
      path: `${path}/:id/${act}`,
      summary: act === 'pause' ? 'Sends nothing for now' : 'Sends again, from where it stopped',
      audit: ['subscription.update'],
      request,
      responses: { success: ok(wire.SubscriptionAnswer, 'Done'), refusals: [notFound, ...others] },
      handle: async ({ params, call }) => {
        const state = act === 'pause' ? 'paused' : 'active';
        return show(deps.database.read, await manage.updateSubscription(deps, call, params.id, { state }));
      },
    }),
  ),
  defineRoute({
    ...changes,
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Ends a subscription',
    audit: ['subscription.delete'],
    request,
    responses: { success: { status: 204, description: 'Gone' }, refusals: [notFound, ...others] },
    handle: ({ params, call }) => manage.deleteSubscription(deps, call, params.id),
  }),
  defineRoute({
    ...changes,
    method: 'POST',
    path: `${path}/:id/secret`,
    summary: 'Makes a new secret and shows it once; the previous one signs beside it for a day',
    audit: ['subscription.secret'],
    request,
    responses: {
      success: ok(wire.SubscriptionSecretAnswer, 'The secret'),
      refusals: [notFound, ...others, notPushed],
    },
    handle: ({ params, call }) => manage.rotateSecret(deps, call, params.id),
  }),
  defineRoute({
    ...changes,
    method: 'POST',
    path: `${path}/:id/test`,
    limit: perCaller({ most: 10, within: minutes(1) }),
    summary: 'Sends a signed event of the type `events.test` at once',
    audit: [],
    request,
    responses: { success: ok(wire.TestAnswer, 'What came of it'), refusals: [notFound, ...others, notPushed] },
    handle: async ({ params, call }) => wire.showTest(await manage.sendTestEvent(deps, call, params.id)),
  }),
  defineRoute({
    ...changes,
    method: 'POST',
    path: `${path}/:id/replay`,
    summary: 'Sends everything after a place of the chain again, under the same ids',
    audit: ['subscription.replay'],
    request: { ...request, body: wire.ReplayBody },
    responses: { success: ok(wire.SubscriptionAnswer, 'Set back'), refusals: [notFound, ...others, ahead] },
    handle: async ({ params, body, call }) =>
      show(deps.database.read, await manage.replayFrom(deps, call, params.id, body.after)),
  }),
];

const pullingRoutes = (deps: manage.SubscriptionDeps): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/events',
    summary: 'The next events of the calling service, in the order of the chain',
    tag,
    access: servicesOnly('events:read'),
    limit: perCaller({ most: 240, within: minutes(1) }),
    audit: [],
    request: { query: wire.EventsQuery },
    responses: { success: ok(wire.EventsAnswer, 'Up to `limit` of them'), refusals: [notFound, ahead] },
    handle: async ({ query }, caller) => {
      const { after, limit: most = DEFAULT_LIMIT } = query;
      const { events, next, tip } = await pullEvents(deps, caller, { after, limit: most });
      return { items: events, next_after: next.lastSeq, behind: tip - next.position };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/events/stream',
    withoutTurn: 'it stays open for minutes',
    summary: 'The same as server-sent events, as they come; `Last-Event-ID` is understood as `after`',
    tag,
    access: servicesOnly('events:read'),
    limit: perCaller({ most: 30, within: minutes(1) }),
    audit: [],
    request: { query: wire.StreamQuery },
    responses: {
      success: okFile(['text/event-stream'], '`event`, each with an event, its `seq` as id'),
      refusals: [notFound, ahead],
    },
    handle: async ({ query, reply, requireLive }, caller) => {
      let after = seqIn(reply.request.headers['last-event-id']) ?? query.after;
      await sendEvents(reply, async () => {
        await requireLive();
        const { events, next } = await pullEvents(deps, caller, { after, limit: DEFAULT_LIMIT });
        after = next.lastSeq;
        const news = events.map((data) => serverSentEvent({ id: data.data.seq, event: 'event', data })).join('');
        return { over: false, news };
      });
      return reply;
    },
  }),
];

const seqIn = (header: string | string[] | undefined): number | undefined =>
  typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : undefined;
