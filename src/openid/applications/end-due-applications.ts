import { byOperator } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Database } from '../../platform/database/database.ts';
import { type Clock, nowOf } from '../../platform/kernel/clock.ts';
import { notifyApplication } from '../../sign-in/sessions/logout-notices/notify-logout.ts';
import { claimEnd, listDueToEnd } from './applications-store.ts';
import { dropRecordsOf } from './provider-records-store.ts';

/**
 * Cleans up after the end of an application: deletes what it was issued, and notifies it of the sign-ins that end. Its tokens are
 * invalid from that instant even before this runs. The audit records have no actor.
 */
export async function endDueApplications({ database, clock }: { database: Database; clock: Clock }): Promise<number> {
  const at = nowOf(clock);
  let ended = 0;
  for (const id of await listDueToEnd(database.read, at))
    ended += await database.transaction(async (tx) => {
      const application = await claimEnd(tx, id, at);
      if (application === undefined) return 0; // another process has
      await dropRecordsOf(tx, { applicationId: id });
      await notifyApplication(tx, id, at);
      const { name, tenant_id: tenantId } = application;
      const meta = { application_id: id, name };
      await recordAudit(tx, byOperator(['application.end'], at), { action: 'application.end', tenantId, meta });
      return 1;
    });
  return ended;
}
