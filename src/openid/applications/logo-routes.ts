import { LOGO_FORM, logoRefusals, type ReceivedLogo, receiveLogo } from '../../accounts/tenant-admin/receive-logo.ts';
import { servedLogo } from '../../accounts/tenant-admin/served-logo.ts';
import { resumed } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Call } from '../../platform/http/call.ts';
import { defineRoute, ok, type Route } from '../../platform/http/define-route.ts';
import { permitted } from '../../platform/http/route-access.ts';
import { perCaller } from '../../platform/http/route-limit.ts';
import type { UploadedForm } from '../../platform/http/uploaded-form.ts';
import { hours, minutes } from '../../platform/kernel/durations.ts';
import type { Application } from './application.ts';
import { applicationLogos } from './application.ts';
import { findApplicationLogo, replaceApplicationLogo } from './application-logos-store.ts';
import { changeApplication, findApplication, holdApplication } from './applications-store.ts';
import { ApplicationAnswer, ApplicationParams, showApplication } from './applications-wire.ts';
import { requireMayChange } from './checked-application.ts';
import { whichOf } from './manage-applications.ts';
import type { ApplicationsDeps } from './provider-host.ts';

const path = '/api/admin/applications/:id/logo';
const tag = 'Applications';
const changes = { path, tag, access: permitted('applications.manage'), requiresReauth: 'always' } as const;
const refusals = ['applications.not_found', 'applications.trusted', 'applications.below'] as const;

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

/**
 * Makes the uploaded picture the logo of an application.
 * @throws AppError as `receiveLogo`; 404 and 403 as for any change, before the picture is read
 */
async function uploadApplicationLogo(
  deps: ApplicationsDeps,
  call: Call,
  id: string,
  form: Pick<UploadedForm, 'firstFile'>,
): Promise<Application> {
  requireMayChange(call.caller, await findApplication(deps.database.read, id));
  const logo = await receiveLogo(deps.pictures, call, form);
  return changeLogo(deps, resumed(call, deps.clock), id, logo);
}

/** @throws AppError 404, 403 */
const deleteApplicationLogo = (deps: ApplicationsDeps, call: Call, id: string): Promise<Application> =>
  changeLogo(deps, call, id, null);

/** Locks the application's row first, so that the later of two concurrent uploads removes the other's picture. */
const changeLogo = ({ database }: ApplicationsDeps, call: Call, id: string, logo: ReceivedLogo | null) =>
  database.transaction(async (tx) => {
    const application = requireMayChange(call.caller, await holdApplication(tx, id));
    const change = { logo: logo?.name ?? null, updated_at: call.at };
    await replaceApplicationLogo(tx, id, logo, call.at);
    await changeApplication(tx, id, change);
    const { tenant_id: tenantId } = application;
    const which = whichOf(application);
    await recordAudit(
      tx,
      call,
      logo === null
        ? { action: 'application.logo_delete', tenantId, meta: which }
        : { action: 'application.logo_upload', tenantId, meta: { ...which, bytes: logo.bytes } },
    );
    return { ...application, ...change };
  });
