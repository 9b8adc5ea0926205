import { Type } from 'typebox';
import { defineRoute, ok, type Route } from '../../platform/http/define-route.ts';
import { DEFAULT_LIMIT, listAnswer, pageAnswer, pageQuery, TOTAL_CAP } from '../../platform/http/list-wire.ts';
import { keyFromCursor } from '../../platform/http/page-cursor.ts';
import { invalidField } from '../../platform/http/request-refusal.ts';
import { permitted } from '../../platform/http/route-access.ts';
import { perCaller } from '../../platform/http/route-limit.ts';
import { idOf } from '../../platform/http/wire.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import { hasUnsafeCharacters, normalised } from '../../platform/kernel/text.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { changeTenant, createTenant } from './create-tenant.ts';
import { exportTenantsRoute } from './export-tenants.ts';
import { SHORTEST_NAME } from './tenant.ts';
import { showTenant, TenantAnswer, TenantBody, TenantChangeBody } from './tenant-wire.ts';
import { countTenants, findPublisher, listTenants } from './tenants-store.ts';

const path = '/api/admin/tenants';
const tag = 'Tenants';
const access = permitted('tenants.manage');
const limit = perCaller({ most: 120, within: minutes(1) });

export const tenantsRoutes = ({ database }: Pick<Platform, 'database' | 'clock'>): Route[] => [
  defineRoute({
    method: 'GET',
    path,
    summary: 'Federations and clubs',
    tag,
    access: permitted('tenants.all'), // whoever acts in every tenant chooses from them
    limit,
    audit: [],
    request: { query: Type.Object(pageQuery) },
    responses: { success: ok(listAnswer(TenantAnswer, 'TenantList'), 'One page'), refusals: [] },
    handle: async ({ query }) => {
      const [after = 0] = query.cursor === undefined ? [] : keyFromCursor('tenants', ['number'], query.cursor);
      const most = query.limit ?? DEFAULT_LIMIT;
      const rows = await listTenants(database.read, Number(after), most + 1);
      const counted = await countTenants(database.read, TOTAL_CAP + 1);
      const publisher = await findPublisher(database.read);
      return pageAnswer(
        'tenants',
        { rows, counted, limit: most },
        ({ id }) => [id],
        (tenant) => showTenant(tenant, publisher?.id),
      );
    },
  }),
  exportTenantsRoute({ database }),
  defineRoute({
    method: 'POST',
    path,
    summary: 'Adds a federation or club',
    tag,
    access,
    limit,
    audit: ['tenant.create'],
    request: { body: TenantBody },
    responses: {
      success: { status: 201, description: 'Added', schema: TenantAnswer },
      refusals: ['tenants.slug_taken'],
    },
    handle: ({ body, call }) =>
      database.transaction(async (tx) => {
        const wanted = { name: checkedName(body.name), slug: body.slug };
        const tenant = await createTenant(tx, call, wanted);
        if (tenant === undefined) throw new AppError('tenants.slug_taken');
        return showTenant(tenant, (await findPublisher(tx))?.id);
      }),
  }),
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

function checkedName(name: string): string {
  if (hasUnsafeCharacters(name)) throw invalidField('body', 'name', 'text_unsafe', 'Tekst sadrži nedopuštene znakove.');
  const clean = normalised(name);
  if ([...clean].length < SHORTEST_NAME)
    throw invalidField('body', 'name', 'too_short', `Najmanji broj znakova: ${SHORTEST_NAME}.`);
  return clean;
}
