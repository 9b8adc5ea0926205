import { type ReceivedLogo, receiveLogo } from '../../accounts/branding/receive-logo.ts';
import { resumed } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Call } from '../../platform/http/call.ts';
import type { UploadedForm } from '../../platform/http/uploaded-form.ts';
import type { Application } from './application.ts';
import { replaceApplicationLogo } from './application-logos-store.ts';
import type { ApplicationsDeps } from './applications-deps.ts';
import { changeApplication, findApplication, holdApplication } from './applications-store.ts';
import { requireMayChange } from './checked-application.ts';
import { whichOf } from './manage-applications.ts';

/**
 * Makes the uploaded picture the logo of an application.
 * @throws AppError as `receiveLogo`; 404 and 403 as for any change, before the picture is read
 */
export async function uploadApplicationLogo(
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
export const deleteApplicationLogo = (deps: ApplicationsDeps, call: Call, id: string): Promise<Application> =>
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
