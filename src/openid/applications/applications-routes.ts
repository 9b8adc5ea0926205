import { scopeOf } from '../../accounts/permissions/scope.ts';
import { defineRoute, ok, type Route } from '../../platform/http/define-route.ts';
import { DEFAULT_LIMIT, pageAnswer, TOTAL_CAP } from '../../platform/http/list-wire.ts';
import { keyFromCursor } from '../../platform/http/page-cursor.ts';
import { permitted, signedIn } from '../../platform/http/route-access.ts';
import { perCaller } from '../../platform/http/route-limit.ts';
import { parseInstant } from '../../platform/kernel/clock.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import { PROVIDER_MOUNT } from '../../sign-in/sessions/logout-notices/logout-token.ts';
import { withdrawConsent } from './application-consents.ts';
import { listConsentsOf } from './application-consents-store.ts';
import { countApplicationsIn, findApplication, listApplications } from './applications-store.ts';
import * as wire from './applications-wire.ts';
import { requireReach } from './checked-application.ts';
import { listLogouts } from './list-logouts.ts';
import { createApplication, deleteApplication, renewSecret, updateApplication } from './manage-applications.ts';
import type { ApplicationsDeps } from './provider-host.ts';

const path = '/api/admin/applications';
const own = '/api/users/me/applications';
const tag = 'Applications';
const access = permitted('applications.manage');
const limit = perCaller({ most: 120, within: minutes(1) });
const changes = { tag, access, limit: perCaller({ most: 30, within: minutes(1) }), requiresReauth: 'always' } as const;
const LIST = 'applications';
const notFound = 'applications.not_found';
/** Applications that only some administrators manage. */
const others = ['applications.trusted', 'applications.below'] as const;

export const applicationsRoutes = (deps: ApplicationsDeps): Route[] => [
  defineRoute({
    method: 'GET',
    path,
    summary: 'Applications that people sign in to with their account here, newest first',
    tag,
    access,
    limit,
    audit: [],
    request: { query: wire.ApplicationsQuery },
    responses: { success: ok(wire.ApplicationsAnswer, 'One page'), refusals: ['tenants.not_found'] },
    handle: async ({ query }, caller) => {
      const scope = scopeOf(caller, query.tenant_id);
      const [at, id] = query.cursor === undefined ? [] : keyFromCursor(LIST, ['instant', 'string'], query.cursor);
      const after = at === undefined ? undefined : { created_at: parseInstant(String(at)), id: String(id) };
      const most = query.limit ?? DEFAULT_LIMIT;
      const rows = await listApplications(deps.database.read, { scope, after }, most + 1);
      const counted = await countApplicationsIn(deps.database.read, scope, TOTAL_CAP + 1);
      const page = { rows, counted, limit: most };
      return pageAnswer(LIST, page, (row) => [row.created_at, row.id], wire.showApplication);
    },
  }),
  defineRoute({
    ...changes,
    method: 'POST',
    path,
    summary: 'Registers an application',
    audit: ['application.create'],
    request: { body: wire.ApplicationBody },
    responses: {
      success: { status: 201, description: 'Registered', schema: wire.ApplicationAnswer },
      refusals: ['tenants.not_found', ...others, 'applications.too_many'],
    },
    handle: async ({ body, call }) => wire.showApplication(await createApplication(deps, call, body)),
  }),
  defineRoute({
    method: 'GET',
    path: `${path}/:id`,
    summary: 'One application',
    tag,
    access,
    limit,
    audit: [],
    request: { params: wire.ApplicationParams },
    responses: { success: ok(wire.ApplicationAnswer, 'As it stands'), refusals: [notFound] },
    handle: async ({ params }, caller) =>
      wire.showApplication(requireReach(caller, await findApplication(deps.database.read, params.id))),
  }),
  defineRoute({
    method: 'GET',
    path: `${path}/:id/logouts`,
    summary: 'Notices of ended sign-ins that an application was sent or is still to get, newest first',
    tag,
    access,
    limit,
    audit: [],
    request: { params: wire.ApplicationParams, query: wire.LogoutsQuery },
    responses: { success: ok(wire.LogoutsAnswer, 'One page'), refusals: [notFound] },
    handle: ({ params, query }, caller) => listLogouts(deps, caller, params.id, query),
  }),
  defineRoute({
    ...changes,
    method: 'PUT',
    path: `${path}/:id`,
    summary: 'Changes an application: the members sent',
    audit: ['application.update'],
    request: { params: wire.ApplicationParams, body: wire.ApplicationChangeBody },
    responses: { success: ok(wire.ApplicationAnswer, 'Changed'), refusals: [notFound, ...others] },
    handle: async ({ params, body, call }) =>
      wire.showApplication(await updateApplication(deps, call, params.id, body)),
  }),
  defineRoute({
    ...changes,
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Removes an application and revokes everything it was given, at once',
    audit: ['application.delete'],
    request: { params: wire.ApplicationParams },
    responses: { success: { status: 204, description: 'Gone' }, refusals: [notFound, ...others] },
    handle: ({ params, call }) => deleteApplication(deps, call, params.id),
  }),
  defineRoute({
    ...changes,
    method: 'POST',
    path: `${path}/:id/secret`,
    summary: 'Makes a new secret and shows it once; the previous one stops working',
    audit: ['application.secret'],
    request: { params: wire.ApplicationParams },
    responses: {
      success: ok(wire.SecretAnswer, 'The secret'),
      refusals: [notFound, ...others, 'applications.no_secret'],
    },
    handle: async ({ params, call }) => ({
      client_id: params.id,
      client_secret: await renewSecret(deps, call, params.id),
      issuer: `${deps.publicUrl}${PROVIDER_MOUNT}`,
    }),
  }),
  defineRoute({
    method: 'GET',
    path: own,
    summary: 'The applications that the caller has consented to',
    tag,
    access: signedIn({ exemptFrom: ['password-change'] }),
    limit,
    audit: [],
    request: {},
    responses: { success: ok(wire.OwnApplicationsAnswer, 'By name'), refusals: [] },
    handle: async (_request, { userId }) => ({
      items: (await listConsentsOf(deps.database.read, userId)).map(wire.showOwnApplication),
    }),
  }),
  defineRoute({
    method: 'DELETE',
    path: `${own}/:id`,
    summary: 'Withdraws the consent to an application and revokes its access at once',
    tag,
    access: signedIn({ exemptFrom: ['password-change'] }),
    limit: perCaller({ most: 30, within: minutes(1) }),
    audit: ['application.withdraw'],
    request: { params: wire.ApplicationParams },
    responses: { success: { status: 204, description: 'Withdrawn' }, refusals: [notFound] },
    handle: ({ params, call }) => withdrawConsent(deps, call, params.id),
  }),
];
