import { Type } from 'typebox';
import { defineRoute, ok, type Route } from '../../platform/http/define-route.ts';
import { permitted } from '../../platform/http/route-access.ts';
import { perCaller } from '../../platform/http/route-limit.ts';
import { idOf } from '../../platform/http/wire.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { changeTenant } from './create-tenant.ts';
import { exportTenantsRoute } from './export-tenants.ts';
import { checkedName, showTenant, TenantAnswer, TenantChangeBody } from './tenant-wire.ts';
import { findPublisher } from './tenants-store.ts';

const path = '/api/admin/tenants';
const tag = 'Tenants';
const access = permitted('tenants.manage');
const limit = perCaller({ most: 120, within: minutes(1) });

export const tenantsRoutes = ({ database }: Pick<Platform, 'database' | 'clock'>): Route[] => [
  exportTenantsRoute({ database }),
  defineRoute({
    method: 'PUT',
    path: `${path}/:id`,
    summary: 'Renames a federation or club, or makes it the publisher of the yearbooks',
    tag,
    access,
    limit,
    audit: ['tenant.update'],
    request: { params: Type.Object({ id: idOf() }), body: TenantChangeBody },
    responses: {
      success: ok(TenantAnswer, 'Changed'),
      refusals: ['tenants.not_found', 'tenants.slug_taken'],
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
];
