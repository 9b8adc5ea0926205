import { listIdsOf } from '../../accounts/users/merged-users-store.ts';
import { defineRoute, ok, type Route } from '../../platform/http/define-route.ts';
import { DEFAULT_LIMIT, pageAnswer, TOTAL_CAP } from '../../platform/http/list-wire.ts';
import { keyFromCursor } from '../../platform/http/page-cursor.ts';
import { signedIn } from '../../platform/http/route-access.ts';
import { perCaller, unlimited } from '../../platform/http/route-limit.ts';
import { hours, minutes } from '../../platform/kernel/durations.ts';
import { countAccesses, listAccesses } from './access-log.ts';
import { exportOwnData, sendFile } from './export-personal-data.ts';
import type { PrivacyDeps } from './personal-data-deps.ts';
import * as wire from './personal-data-wire.ts';
import { cancelErasure, findOwnErasure, requestErasure } from './request-erasure.ts';

/** Privacy rights do not wait for a password change or an enrolment. */
const access = signedIn({ exemptFrom: ['password-change', 'enrolment'] });
const common = { tag: 'Privacy', access } as const;
const limit = perCaller({ most: 30, within: hours(1) });
const LOOKS = 'access-log';

export const ownPrivacyRoutes = (deps: PrivacyDeps): Route[] => [
  exportRoute(deps, 'GET'),
  exportRoute(deps, 'POST'),
  ...['gdpr-erase', 'request-deletion', 'erasure'].map((name) => requestRoute(deps, name)),
  defineRoute({
    ...common,
    method: 'GET',
    path: '/api/users/me/erasure',
    summary: "The caller's latest request for erasure",
    limit: perCaller({ most: 120, within: minutes(1) }),
    audit: [],
    request: {},
    responses: { success: ok(wire.LatestErasureAnswer, 'The request; null where none was ever made'), refusals: [] },
    handle: async (_request, { userId }) => {
      const latest = await findOwnErasure(deps.database.read, userId);
      return latest === undefined ? null : wire.showRequest(latest);
    },
  }),
  defineRoute({
    ...common,
    method: 'DELETE',
    path: '/api/users/me/erasure',
    summary: 'Withdraws the request for erasure',
    limit,
    audit: ['erasure.cancel'],
    request: {},
    responses: {
      success: ok(wire.OwnErasureAnswer, 'Cancelled'),
      refusals: ['erasure.not_found', 'erasure.state'],
    },
    handle: async ({ call }) => wire.showRequest(await cancelErasure(deps, call)),
  }),
  defineRoute({
    ...common,
    method: 'GET',
    path: '/api/users/me/access-log',
    summary: "Who looked at or exported the caller's data: office, time and purpose",
    limit: perCaller({ most: 120, within: minutes(1) }),
    audit: [],
    request: { query: wire.PageQuery },
    responses: { success: ok(wire.AccessLog, 'One page'), refusals: [] },
    handle: async ({ query: { limit: size = DEFAULT_LIMIT, cursor } }, { userId }) => {
      const [before] = cursor === undefined ? [] : keyFromCursor(LOOKS, ['number'], cursor);
      const userIds = await listIdsOf(deps.database.read, userId);
      const wanted = { userIds, before: before === undefined ? undefined : Number(before), limit: size + 1 };
      const rows = await listAccesses(deps.database.read, wanted);
      const counted = await countAccesses(deps.database.read, userIds, TOTAL_CAP + 1);
      const page = { rows, counted, limit: size };
      return pageAnswer(
        LOOKS,
        page,
        ({ id }) => [id],
        ({ id: _, ...look }) => look,
      );
    },
  }),
];

const exportRoute = (deps: PrivacyDeps, method: 'GET' | 'POST'): Route =>
  defineRoute({
    ...common,
    method,
    path: '/api/users/me/gdpr-export',
    summary: 'Everything stored about the caller',
    limit: unlimited('both methods share ten an hour, counted by the export itself'),
    audit: ['export.self'],
    request: { query: wire.ExportQuery },
    responses: {
      success: ok(wire.ExportAnswer, 'A file to download'),
      refusals: ['request.too_many'],
    },
    handle: async ({ query, call, reply, requireLive }) =>
      sendFile(reply, await exportOwnData(deps, call, query.language), requireLive),
  });

const requestRoute = (deps: PrivacyDeps, name: string): Route =>
  defineRoute({
    ...common,
    method: 'POST',
    path: `/api/users/me/${name}`,
    summary: "Asks that the caller's data be erased; again while that is open: the same request",
    limit,
    audit: ['erasure.request'],
    request: {},
    responses: { success: ok(wire.OwnErasureAnswer, 'The request'), refusals: [] },
    handle: async ({ call }) => wire.showRequest(await requestErasure(deps, call)),
  });
