import type { AuditedCall } from '../audit/audit-context.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Tx } from '../database/database.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { changeUser } from '../users/change-user.ts';
import type { User } from '../users/user.ts';
import { dropLink } from './google-links-store.ts';

/** Removes another person's link, audited, and tells them; a no-op without one. The caller must have locked the user's row. */
export async function unlinkGoogleOf(tx: Tx, call: AuditedCall, user: User): Promise<void> {
  if (!(await dropLink(tx, user.id))) return;
  await changeUser(tx, user.id, { google_picture: null }, call.at);
  await recordAudit(tx, call, { action: 'google.unlink', about: user });
  await enqueueMail(tx, { kind: 'google-unlinked', to: user, params: { at: call.at }, at: call.at });
}
