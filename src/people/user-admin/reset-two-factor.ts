import type { User } from '../../accounts/users/user.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { enqueueMail } from '../../platform/mail/enqueue-mail.ts';
import { removePasskeysOf } from '../../sign-in/passkeys/passkeys-of-person.ts';
import { endSessionsOf } from '../../sign-in/sessions/end-sessions.ts';
import { removeTwoFactor } from '../../sign-in/two-factor/remove-two-factor.ts';

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
