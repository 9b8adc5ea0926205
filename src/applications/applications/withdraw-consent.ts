import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Call } from '../../platform/http/call.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { notifyWithdrawal } from '../../sign-in/logout-notices/notify-logout.ts';
import { dropConsent } from './application-consents-store.ts';
import type { ApplicationsDeps } from './applications-deps.ts';
import { applicationErrors } from './applications-errors.ts';
import { findApplication } from './applications-store.ts';
import { dropRecordsOf } from './provider-records-store.ts';

/** From the commit on the application can read nothing more about the person, in any of their sign-ins. @throws AppError 404 */
export function withdrawConsent({ database }: ApplicationsDeps, call: Call, applicationId: string): Promise<void> {
  const { userId } = call.caller;
  return database.transaction(async (tx) => {
    if (!(await dropConsent(tx, userId, applicationId)))
      throw new AppError(applicationErrors['applications.not_found']);
    await dropRecordsOf(tx, { userId, applicationId });
    await notifyWithdrawal(tx, { userId, applicationId }, call.at);
    const name = (await findApplication(tx, applicationId))?.name ?? '';
    const meta = { application_id: applicationId, name };
    await recordAudit(tx, call, { action: 'application.withdraw', about: 'actor', meta });
  });
}
