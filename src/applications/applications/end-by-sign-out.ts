import type { KoaContextWithOIDC } from 'oidc-provider';
import { findAccount } from '../../accounts/users/find-account.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { endSession } from '../../sign-in/sessions/end-sessions.ts';
import { type PersonInSignIn, parseAccountId } from './account-id.ts';

/** Ends our sign-in when somebody signs out at an application and confirms signing out of everything. */
export async function endBySignOut(
  database: Database,
  call: AuditedCall,
  session: KoaContextWithOIDC['oidc']['session'],
): Promise<boolean> {
  const isOver = session !== undefined && 'destroyed' in session && session.destroyed === true;
  const person = isOver && session.accountId ? parseAccountId(session.accountId) : undefined;
  if (person === undefined) return false;
  await database.transaction((tx) => endSignInOf(tx, call, person));
  return true;
}

/** Ends it as its owner's own sign-out, unless it has ended. */
export async function endSignInOf(tx: Tx, call: AuditedCall, { userId, sid }: PersonInSignIn): Promise<void> {
  const account = await findAccount(tx, userId);
  if (account === undefined || !(await endSession(tx, sid, 'logout', call.at))) return;
  const actor = { id: account.id, email: account.email, tenantId: account.tenant_id };
  await recordAudit(tx, call, { action: 'logout', about: 'actor', actor, meta: { sid, all: false, ended: 1 } });
}
