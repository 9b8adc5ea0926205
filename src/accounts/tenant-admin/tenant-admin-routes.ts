import { defineRoute, ok, type Route } from '../../platform/http/define-route.ts';
import { listAnswer } from '../../platform/http/list-wire.ts';
import { permitted, permittedBelow } from '../../platform/http/route-access.ts';
import { perCaller } from '../../platform/http/route-limit.ts';
import { IdParams } from '../../platform/http/wire.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { reachesEveryTenant, reachesTenant } from '../permissions/managing-users.ts';
import { changeTenant, createTenant } from '../tenants/create-tenant.ts';
import { checkedName, showTenant, TenantAnswer, TenantChangeBody } from '../tenants/tenant-wire.ts';
import { findPublisher } from '../tenants/tenants-store.ts';
import { exportTenantsRoute } from './export-tenants.ts';
import { listTenants, placed } from './list-tenants.ts';
import { holdPlaceBelow, moveTenant } from './move-tenant.ts';
import * as wire from './tenant-tree-wire.ts';

const path = '/api/admin/tenants';
const tag = 'Tenants';
const limit = perCaller({ most: 120, within: minutes(1) });
const notFound = 'tenants.not_found';

export const tenantAdminRoutes = ({ database }: Pick<Platform, 'database'>): Route[] => [
  exportTenantsRoute({ database }),
  defineRoute({
    method: 'PUT',
    path: `${path}/:id`,
    summary: 'Renames a federation or club, or makes it the publisher of the yearbooks',
    tag,
    access: permitted('tenants.manage'),
    limit,
    audit: ['tenant.update'],
    request: { params: IdParams, body: TenantChangeBody },
    responses: {
      success: ok(TenantAnswer, 'Changed'),
      refusals: [notFound, 'tenants.slug_taken'],
    },
    handle: ({ params, body, call }) => {
      const change = {
        ...(body.name === undefined ? {} : { name: checkedName(body.name) }),
        ...(body.slug === undefined ? {} : { slug: body.slug }),
        ...(body.publisher === undefined ? {} : { publisher_since: call.at }),
      };
      return database.transaction(async (tx) => {
        const tenant = await changeTenant(tx, call, params.id, change);
        return showTenant(tenant, (await findPublisher(tx))?.id);
      });
    },
  }),
  defineRoute({
    method: 'GET',
    path,
    summary: 'Federations and clubs within reach',
    tag,
    access: permittedBelow('tenants.all', 'people.read'), // whoever acts in several tenants chooses from them
    limit,
    audit: [],
    request: { query: wire.TenantsQuery },
    responses: { success: ok(listAnswer(wire.TenantInTree, 'TenantList'), 'One page'), refusals: [notFound] },
    handle: ({ query }, caller) => listTenants(database.read, caller, query),
  }),
  defineRoute({
    method: 'POST',
    path,
    summary: 'Adds a federation or club',
    tag,
    access: permittedBelow('tenants.manage', 'people.manage'),
    limit,
    audit: ['tenant.create'],
    request: { body: wire.NewTenantBody },
    responses: {
      success: { status: 201, description: 'Added', schema: wire.TenantInTree },
      refusals: [notFound, 'tenants.slug_taken', 'tenants.depth'],
    },
    handle: ({ body, call }, caller) =>
      database.transaction(async (tx) => {
        const { parent_id = reachesEveryTenant(caller) ? null : caller.tenantId } = body;
        const isReached = parent_id === null ? reachesEveryTenant(caller) : reachesTenant(caller, parent_id);
        if (!isReached) throw new AppError(notFound);
        if (parent_id !== null) await holdPlaceBelow(tx, parent_id);
        const tenant = await createTenant(tx, call, { name: checkedName(body.name), slug: body.slug, parent_id });
        if (tenant === undefined) throw new AppError('tenants.slug_taken');
        return placed(tx, caller, tenant);
      }),
  }),
  defineRoute({
    method: 'PATCH',
    path: `${path}/:id`,
    summary: 'Moves a federation or club with everything below it, or says who would gain and lose sight of it',
    tag,
    access: permitted('tenants.manage'),
    limit,
    audit: ['tenant.move'],
    requiresReauth: { when: 'unless `dry_run` only asks', applies: ({ body }) => body.dry_run !== true },
    request: { params: IdParams, body: wire.MoveTenantBody },
    responses: {
      success: ok(wire.MoveAnswer, 'What has moved, or would'),
      refusals: [notFound, 'tenants.cycle', 'tenants.depth'],
    },
    handle: async ({ params: { id }, body: { parent_id: parentId, dry_run: dryRun = false }, call }, caller) => {
      const move = await moveTenant(database, call, id, { parentId, dryRun });
      return wire.showMove(move, await placed(database.read, caller, move.tenant), dryRun);
    },
  }),
];
