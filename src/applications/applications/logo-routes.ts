import { LOGO_FORM, logoRefusals } from '../../accounts/branding/receive-logo.ts';
import { servedLogo } from '../../accounts/branding/served-logo.ts';
import { defineRoute, ok, type Route } from '../../platform/http/define-route.ts';
import { permitted } from '../../platform/http/route-access.ts';
import { perCaller } from '../../platform/http/route-limit.ts';
import { hours, minutes } from '../../platform/kernel/durations.ts';
import { applicationLogos } from './application-logos.ts';
import { findApplicationLogo } from './application-logos-store.ts';
import type { ApplicationsDeps } from './applications-deps.ts';
import { applicationErrors } from './applications-errors.ts';
import { ApplicationAnswer, ApplicationParams, showApplication } from './applications-wire.ts';
import { deleteApplicationLogo, uploadApplicationLogo } from './change-application-logo.ts';

const path = '/api/admin/applications/:id/logo';
const tag = 'Applications';
const changes = { path, tag, access: permitted('applications.manage'), requiresReauth: 'always' } as const;
const refusals = [applicationErrors['applications.not_found'], applicationErrors['applications.trusted']];

/** Helps people recognise an application when they are asked for consent. */
export const logoRoutes = (deps: ApplicationsDeps): Route[] => [
  defineRoute({
    ...changes,
    method: 'PUT',
    summary: 'Stores a picture as the logo of an application',
    limit: perCaller({ most: 60, within: hours(1) }),
    audit: ['application.logo_upload'],
    request: { params: ApplicationParams, form: LOGO_FORM },
    responses: { success: ok(ApplicationAnswer, 'Changed'), refusals: [...refusals, ...logoRefusals] },
    handle: async ({ params: { id }, form, call }) =>
      showApplication(await uploadApplicationLogo(deps, call, id, form)),
  }),
  defineRoute({
    ...changes,
    method: 'DELETE',
    summary: 'Removes the logo of an application',
    limit: perCaller({ most: 60, within: minutes(1) }),
    audit: ['application.logo_delete'],
    request: { params: ApplicationParams },
    responses: { success: ok(ApplicationAnswer, 'There is none any more'), refusals },
    handle: async ({ params: { id }, call }) => showApplication(await deleteApplicationLogo(deps, call, id)),
  }),
  servedLogo({
    addresses: applicationLogos,
    summary: 'The logo of an application',
    tag,
    reason: 'whoever comes from an application sees it before they have signed in; its name cannot be guessed',
    find: (name) => findApplicationLogo(deps.database.read, name),
  }),
];
