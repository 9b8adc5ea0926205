import { scopeOf } from '../../accounts/permissions/scope.ts';
import { defineRoute, ok, type Route } from '../../platform/http/define-route.ts';
import { DEFAULT_LIMIT, listAnswer, pageAnswer } from '../../platform/http/list-wire.ts';
import { keyFromCursor } from '../../platform/http/page-cursor.ts';
import { permitted } from '../../platform/http/route-access.ts';
import { perCaller } from '../../platform/http/route-limit.ts';
import { IdParams } from '../../platform/http/wire.ts';
import { instantAt } from '../../platform/kernel/clock.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import { REPLACING_PASSWORD } from '../user-admin/user-access-acts.ts';
import { UNDOABLE_FOR, undoableUntil } from './merge.ts';
import { mergeUsers } from './merge-users.ts';
import type { MergingDeps } from './mergeable-pair.ts';
import { type ListedMerge, listMerges } from './merges-store.ts';
import { ListedMergeAnswer, MergeAnswer, MergeBody, MergesQuery } from './merging-wire.ts';
import { unmergeUsers } from './unmerge-users.ts';

const common = {
  tag: 'Administration',
  access: permitted('people.manage'),
  limit: perCaller({ most: 60, within: minutes(1) }),
} as const;

const refusals = [
  ...(['users.not_found', 'users.self', 'users.tier', 'users.shared', 'users.state'] as const),
  ...(['users.last_superadmin', 'merging.erasure'] as const),
] as const;

const MERGES_LIST = 'merges';

export const mergingRoutes = (deps: MergingDeps): Route[] => [
  defineRoute({
    ...common,
    method: 'POST',
    path: '/api/admin/users/:id/merge',
    summary: 'Makes two accounts of one person one; the other id then answers 410 with that of the person',
    audit: ['user.merge', 'user.invite', ...REPLACING_PASSWORD],
    requiresReauth: 'always',
    request: { params: IdParams, body: MergeBody },
    responses: {
      success: ok(MergeAnswer, 'What was done, or would be'),
      refusals: [...refusals, 'users.merged', 'merging.way_in'],
    },
    handle: ({ params, body, call }) => mergeUsers(deps, call, { ...body, id: params.id }),
  }),
  defineRoute({
    ...common,
    method: 'POST',
    path: '/api/admin/users/:id/unmerge',
    summary: 'Gives an account that was merged everything back, within 30 days',
    audit: ['user.unmerge'],
    requiresReauth: 'always',
    request: { params: IdParams },
    responses: {
      success: { status: 204, description: 'They are two again' },
      refusals: [...refusals, 'merging.over', 'merging.not_last', 'users.email_taken'],
    },
    handle: ({ params, call }) => unmergeUsers(deps, call, params.id),
  }),
  defineRoute({
    ...common,
    method: 'GET',
    path: '/api/admin/merges',
    summary: 'Merges that can still be undone',
    audit: [],
    request: { query: MergesQuery },
    responses: {
      success: ok(listAnswer(ListedMergeAnswer, 'MergeList'), 'The newest first'),
      refusals: ['tenants.not_found'],
    },
    handle: async ({ query: { tenant_id, limit = DEFAULT_LIMIT, cursor } }, caller) => {
      const [after] = cursor === undefined ? [] : keyFromCursor(MERGES_LIST, ['number'], cursor).map(Number);
      const since = instantAt(deps.clock.now() - UNDOABLE_FOR);
      const found = await listMerges(deps.database.read, scopeOf(caller, tenant_id), { after, limit, since });
      return pageAnswer(MERGES_LIST, { ...found, limit }, ({ id }) => [id], presentMerge);
    },
  }),
];

const presentMerge = ({ id: _, user_id, into_id, ...merge }: ListedMerge) => ({
  ...merge,
  id: user_id,
  into: into_id,
  undo_until: undoableUntil(merge),
});
