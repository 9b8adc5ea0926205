import { defineOpenRoute, defineRoute, ok, type Route } from '../../platform/http/define-route.ts';
import { open, servicesOnly } from '../../platform/http/route-access.ts';
import { perAddress, perCaller } from '../../platform/http/route-limit.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import { issuerOf } from './issue-set.ts';
import * as manage from './manage-streams.ts';
import type { SubscriptionDeps } from './manage-subscriptions.ts';
import { pollStream } from './poll-stream.ts';
import * as wire from './streams-wire.ts';

const tag = 'Shared signals';
const limit = perCaller({ most: 120, within: minutes(1) });
/** SSF 1.0 §8.1 and RFC 8936 §2.4.2 have 400 for what is invalid. */
const byReceiver = { tag, access: servicesOnly('events:read'), limit, invalid: 'streams.invalid' } as const;
const notFound = 'streams.not_found';

/** SSF 1.0 §7 and §8: a receiver makes and keeps its stream itself. */
export const streamsRoutes = (deps: SubscriptionDeps): Route[] => [
  defineOpenRoute({
    method: 'GET',
    path: '/.well-known/ssf-configuration/oidc',
    summary: 'The transmitter’s metadata (SSF 1.0 §7.1); the path of the issuer comes after it',
    tag,
    access: open('receivers read it before they have a token'),
    limit: perAddress({ most: 600, within: minutes(1) }),
    audit: [],
    request: {},
    responses: { success: ok(wire.ConfigurationAnswer, 'The metadata'), refusals: [] },
    handle: async () => wire.configurationOf(deps.publicUrl),
  }),
  ...streamRoutes(deps),
  ...statusRoutes(deps),
  ...subjectRoutes(deps),
];

const streamRoutes = (deps: SubscriptionDeps): Route[] => {
  const show = ({ subscription, stream }: manage.OwnStream) => wire.showStream(deps.publicUrl, subscription, stream);
  return [
    defineRoute({
      ...byReceiver,
      method: 'POST',
      path: wire.STREAM_PATH,
      summary: 'Makes the stream of the calling service, from now on; one each',
      audit: ['subscription.create'],
      request: { body: wire.StreamBody, bodyMayBeMissing: true },
      responses: {
        success: { status: 201, description: 'Made', schema: wire.StreamAnswer },
        refusals: [notFound, 'streams.taken', 'subscriptions.too_many'],
      },
      handle: async ({ body, call }) => show(await manage.createStream(deps, call, body)),
    }),
    defineRoute({
      ...byReceiver,
      method: 'GET',
      path: wire.STREAM_PATH,
      summary: 'The stream of the calling service',
      audit: [],
      request: { query: wire.StreamsQuery },
      responses: { success: ok(wire.StreamsAnswer, 'As it stands'), refusals: [notFound] },
      handle: async ({ query }, caller) => {
        const db = deps.database.read;
        if (query.stream_id !== undefined) return show(await manage.getOwnStream(db, caller, query.stream_id));
        const own = await manage.findOwnStream(db, caller);
        return own === undefined ? [] : [show(own)];
      },
    }),
    ...(['PATCH', 'PUT'] as const).map((method) =>
      defineRoute({
        ...byReceiver,
        method,
        path: wire.STREAM_PATH,
        summary:
          method === 'PUT'
            ? 'Replaces what the receiver asks for: what is missing is taken back'
            : 'Changes what the receiver asks for: the members sent',
        audit: ['subscription.update'],
        request: { body: wire.StreamChangeBody },
        responses: { success: ok(wire.StreamAnswer, 'Changed'), refusals: [notFound] },
        handle: async ({ body, call }) =>
          show(await manage.changeOwnStream(deps, call, body, method === 'PUT' ? 'replace' : 'amend')),
      }),
    ),
    defineRoute({
      ...byReceiver,
      method: 'DELETE',
      path: wire.STREAM_PATH,
      summary: 'Ends the stream',
      audit: ['subscription.delete'],
      request: { query: wire.StreamQuery },
      responses: { success: { status: 204, description: 'Gone' }, refusals: [notFound, 'streams.held'] },
      handle: ({ query, call }) => manage.deleteOwnStream(deps, call, query.stream_id),
    }),
    defineRoute({
      ...byReceiver,
      limit: perCaller({ most: 240, within: minutes(1) }),
      withoutTurn: 'it may wait for half a minute, one call of each receiver',
      method: 'POST',
      path: `${wire.POLL_PATH}/:id`,
      summary: 'The next security event tokens (RFC 8936), and what became of those before',
      audit: [],
      request: { params: wire.PollParams, body: wire.PollBody, bodyMayBeMissing: true },
      responses: { success: ok(wire.PollAnswer, 'Those that were not acknowledged'), refusals: [notFound] },
      handle: ({ params, body, requireLive, left, reply }, caller) => {
        const { server } = reply.server;
        const wasListening = server.listening;
        const isStopping = () => wasListening && !server.listening;
        return pollStream(deps, { caller, id: params.id, body, requireLive, left, isStopping });
      },
    }),
  ];
};

const statusRoutes = (deps: SubscriptionDeps): Route[] => [
  defineRoute({
    ...byReceiver,
    method: 'GET',
    path: wire.STATUS_PATH,
    summary: 'Whether the stream is enabled, paused or disabled',
    audit: [],
    request: { query: wire.StreamQuery },
    responses: { success: ok(wire.StatusAnswer, 'As it stands'), refusals: [notFound] },
    handle: async ({ query }, caller) => {
      const { subscription, stream } = await manage.getOwnStream(deps.database.read, caller, query.stream_id);
      return wire.showStatus(subscription, stream);
    },
  }),
  defineRoute({
    ...byReceiver,
    method: 'POST',
    path: wire.STATUS_PATH,
    summary: 'Enables, pauses or disables the stream',
    audit: ['subscription.status'],
    request: { body: wire.StatusBody },
    responses: { success: ok(wire.StatusAnswer, 'Set'), refusals: [notFound, 'streams.held'] },
    handle: async ({ body, call }) => {
      const { subscription, stream } = await manage.setStatus(deps, call, body);
      return wire.showStatus(subscription, stream);
    },
  }),
  defineRoute({
    ...byReceiver,
    method: 'POST',
    path: wire.VERIFY_PATH,
    summary: 'Has a verification event sent in the stream',
    audit: ['subscription.verify'],
    request: { body: wire.VerificationBody },
    responses: {
      success: { status: 204, description: 'It will come' },
      refusals: [notFound, 'streams.too_soon'],
    },
    handle: ({ body, call }) => manage.askVerification(deps, call, body),
  }),
];

const subjectRoutes = (deps: SubscriptionDeps): Route[] => [
  defineRoute({
    ...byReceiver,
    method: 'POST',
    path: wire.ADD_PATH,
    summary: 'Adds a person; all are in the stream already',
    audit: [],
    request: { body: wire.SubjectBody },
    responses: {
      success: { status: 200, description: 'It is in the stream' },
      refusals: [notFound, 'streams.unknown_subject'],
    },
    handle: async ({ body: { stream_id, subject }, reply }, caller) => {
      await manage.getOwnStream(deps.database.read, caller, stream_id);
      if (subject.format !== 'iss_sub' || subject.iss !== issuerOf(deps.publicUrl))
        throw new AppError('streams.unknown_subject');
      return reply.send();
    },
  }),
  defineRoute({
    ...byReceiver,
    method: 'POST',
    path: wire.REMOVE_PATH,
    summary: 'Refused: the stream carries the events of all people of the tenant',
    audit: [],
    request: { body: wire.SubjectBody },
    responses: {
      success: { status: 204, description: 'Never' },
      refusals: [notFound, 'streams.all_subjects'],
    },
    handle: async ({ body }, caller) => {
      await manage.getOwnStream(deps.database.read, caller, body.stream_id);
      throw new AppError('streams.all_subjects');
    },
  }),
];
