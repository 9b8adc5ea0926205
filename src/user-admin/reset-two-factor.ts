import type { AuditedCall } from '../audit/audit-context.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Tx } from '../database/database.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { removePasskeysOf } from '../passkeys/passkeys-of-person.ts';
import { endSessionsOf } from '../sessions/end-sessions.ts';
import { removeTwoFactor } from '../two-factor/remove-two-factor.ts';
import type { User } from '../users/user.ts';

/**
 * Removes a user's authenticator app and passkeys, ends their sign-ins and notifies them. The caller must have locked the
 * user's row. Returns whether there was anything to remove.
 */
export async function resetTwoFactor(tx: Tx, call: AuditedCall, user: User): Promise<boolean> {
  const { at } = call;
  const disabled = await removeTwoFactor(tx, user.id, at);
  const removed = await removePasskeysOf(tx, call, user);
  if (disabled === undefined && removed === 0) return false;
  await endSessionsOf(tx, user.id, 'ended', at);
  await recordAudit(tx, call, { action: 'user.2fa.reset', about: user });
  if (disabled !== undefined) await enqueueMail(tx, { kind: 'two-factor-disabled', to: user, params: { at }, at });
  return true;
}
