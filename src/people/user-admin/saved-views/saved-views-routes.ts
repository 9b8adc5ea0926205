import { defineRoute, ok, type Route } from '../../../platform/http/define-route.ts';
import { permitted } from '../../../platform/http/route-access.ts';
import { perCaller } from '../../../platform/http/route-limit.ts';
import { minutes } from '../../../platform/kernel/durations.ts';
import type { Platform } from '../../../platform/room/platform.ts';
import { listSavedViews, showView } from './list-saved-views.ts';
import { changeOwnView, removeOwnView, saveView, shareView, unshareView } from './save-view.ts';
import {
  ChangeViewBody,
  SavedViewAnswer,
  SaveViewBody,
  ViewParams,
  ViewsAnswer,
  ViewsQuery,
} from './saved-views-wire.ts';

const tag = 'Administration';
const path = '/api/admin/users/views';
const access = permitted('people.read');
const administrators = permitted('people.manage');
const limit = perCaller({ most: 120, within: minutes(1) });
const onOne = ['saved_views.not_found', 'saved_views.not_yours'] as const;

type Deps = Pick<Platform, 'database' | 'clock'>;

export const savedViewsRoutes = (deps: Deps): Route[] => [...ownRoutes(deps), ...sharingRoutes(deps)];

const ownRoutes = (deps: Deps): Route[] => [
  defineRoute({
    method: 'GET',
    path,
    isSearch: true,
    summary: 'Views of the list of people: those that everybody has, one’s own and shared ones, each with its count',
    tag,
    access,
    limit,
    audit: [],
    request: { query: ViewsQuery },
    responses: { success: ok(ViewsAnswer, 'The views'), refusals: ['tenants.not_found'] },
    handle: ({ query: { tenant_id } }, caller) => listSavedViews(deps, caller, tenant_id),
  }),
  defineRoute({
    method: 'POST',
    path,
    summary: 'Saves a view of the list of people for oneself',
    tag,
    access,
    limit,
    audit: [],
    request: { body: SaveViewBody },
    responses: {
      success: { status: 201, description: 'Saved', schema: SavedViewAnswer },
      refusals: ['saved_views.too_many', 'saved_views.name_taken', 'tenants.not_found'],
    },
    handle: async ({ body, call }, caller) => showView(caller, await saveView(deps, call, body)),
  }),
  defineRoute({
    method: 'PATCH',
    path: `${path}/:id`,
    summary: 'Renames an own view, or gives it another filter',
    tag,
    access,
    limit,
    audit: [],
    request: { params: ViewParams, body: ChangeViewBody },
    responses: {
      success: ok(SavedViewAnswer, 'The view'),
      refusals: [...onOne, 'saved_views.name_taken', 'tenants.not_found'],
    },
    handle: async ({ params, body, call }, caller) =>
      showView(caller, await changeOwnView(deps, call, params.id, body)),
  }),
  defineRoute({
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Removes an own view, also where it is shared',
    tag,
    access,
    limit,
    audit: [],
    request: { params: ViewParams },
    responses: { success: { status: 204, description: 'Removed' }, refusals: onOne },
    handle: ({ params, call }) => removeOwnView(deps, call, params.id),
  }),
];

const sharingRoutes = (deps: Deps): Route[] => [
  defineRoute({
    method: 'POST',
    path: `${path}/:id/share`,
    summary: 'Shows an own view to everybody in the caller’s tenant who may see people',
    tag,
    access: administrators,
    limit,
    audit: ['saved_view.share'],
    request: { params: ViewParams },
    responses: { success: ok(SavedViewAnswer, 'The view'), refusals: onOne },
    handle: async ({ params, call }, caller) => showView(caller, await shareView(deps, call, params.id)),
  }),
  defineRoute({
    method: 'DELETE',
    path: `${path}/:id/share`,
    summary: 'Ends the sharing of a view in the caller’s tenant, whoever shared it; its owner keeps it',
    tag,
    access: administrators,
    limit,
    audit: ['saved_view.unshare'],
    request: { params: ViewParams },
    responses: { success: { status: 204, description: 'No longer shared' }, refusals: ['saved_views.not_found'] },
    handle: ({ params, call }) => unshareView(deps, call, params.id),
  }),
];
