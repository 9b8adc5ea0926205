import type { User } from '../../accounts/users/user.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { enqueueMail } from '../../platform/mail/enqueue-mail.ts';
import type { Passkey } from './passkey.ts';
import { recountFactor } from './passkeys-as-factor.ts';
import { dropPasskeysOf, listPasskeysOf } from './passkeys-store.ts';

/** In the order in which they were added. */
export const listPasskeys = (db: Db, userId: UserId): Promise<Passkey[]> => listPasskeysOf(db, userId);

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
