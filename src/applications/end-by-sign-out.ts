import type { KoaContextWithOIDC } from 'oidc-provider';
import type { AuditedCall } from '../audit/audit-context.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Database } from '../database/database.ts';
import { endSession } from '../sessions/end-sessions.ts';
import { findAccount } from '../users/find-account.ts';
import { parseAccountId } from './account-id.ts';

/** Ends our sign-in when somebody signs out at an application and confirms signing out of everything. */
export async function endBySignOut(
  database: Database,
  call: AuditedCall,
  session: KoaContextWithOIDC['oidc']['session'],
): Promise<boolean> {
  const isOver = session !== undefined && 'destroyed' in session && session.destroyed === true;
  const person = isOver && session.accountId ? parseAccountId(session.accountId) : undefined;
  if (person === undefined) return false;
  await database.transaction(async (tx) => {
    const account = await findAccount(tx, person.userId);
    if (account === undefined || !(await endSession(tx, person.sid, 'logout', call.at))) return;
    const actor = { id: account.id, email: account.email, tenantId: account.tenant_id };
    const meta = { sid: person.sid, all: false, ended: 1 };
    await recordAudit(tx, call, { action: 'logout', about: 'actor', actor, meta });
  });
  return true;
}
