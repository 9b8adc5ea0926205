import { changeUser } from '../../accounts/users/change-user.ts';
import type { User } from '../../accounts/users/user.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { enqueueMail } from '../../platform/mail/enqueue-mail.ts';
import { dropLink } from './google-links-store.ts';

/** Removes another person's link, audited, and tells them; a no-op without one. The caller must have locked the user's row. */
export async function unlinkGoogleOf(tx: Tx, call: AuditedCall, user: User): Promise<void> {
  if (!(await dropLink(tx, user.id))) return;
  await changeUser(tx, user.id, { google_picture: null }, call.at);
  await recordAudit(tx, call, { action: 'google.unlink', about: user });
  await enqueueMail(tx, { kind: 'google-unlinked', to: user, params: { at: call.at }, at: call.at });
}
