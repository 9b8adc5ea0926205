import type { User } from '../../accounts/users/user.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { enqueueMail } from '../../platform/mail/enqueue-mail.ts';
import { recountFactor } from './passkeys-as-factor.ts';
import { dropPasskeysOf } from './passkeys-store.ts';

/**
 * Removes all passkeys of a person who has lost their devices, audited, and notifies them. Returns how many there were; a no-op
 * without any. The caller must have locked the user's row.
 */
export async function removePasskeysOf(tx: Tx, call: AuditedCall, user: User): Promise<number> {
  const { at } = call;
  const removed = await dropPasskeysOf(tx, user.id);
  if (removed === 0) return 0;
  await recountFactor(tx, user, at);
  await recordAudit(tx, call, { action: 'passkey.remove', about: user, meta: { removed } });
  await enqueueMail(tx, { kind: 'passkeys-removed', to: user, params: { at }, at });
  return removed;
}
