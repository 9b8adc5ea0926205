import { changeProfile } from '../../accounts/users/change-profile.ts';
import { findAccountByEmail } from '../../accounts/users/find-account.ts';
import type { User } from '../../accounts/users/user.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { epochOf, instantAt } from '../../platform/kernel/clock.ts';
import { enqueueMail } from '../../platform/mail/enqueue-mail.ts';
import { ADDRESS_LINK_WORKS_FOR, type Alarm } from './alarm.ts';
import { endAddressChangesFrom, prolongAddressAlarms } from './alarm-links-store.ts';

/**
 * Undoes a change of address with all later ones, and tells both mailboxes. Returns the address that the account has then: the
 * present one where another account has taken the old one since.
 */
export async function restoreAddress(tx: Tx, call: AuditedCall, user: User, change: Alarm): Promise<string> {
  const { at } = call;
  const email = change.old_email ?? user.email;
  await endAddressChangesFrom(tx, change, at);
  await prolongAddressAlarms(tx, user.id, instantAt(epochOf(at) + ADDRESS_LINK_WORKS_FOR), at);
  if (email === user.email || (await findAccountByEmail(tx, email)) !== undefined) return user.email;
  const before = { email, email_verified_at: change.old_verified_at };
  await changeProfile(tx, user.id, before, { at, without: 'owner' });
  await recordAudit(tx, call, { action: 'email.restore', about: user });
  await enqueueMail(tx, { kind: 'email-restored', to: user, params: { at }, at }); // to the address that goes
  return email;
}
