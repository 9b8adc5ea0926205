import type { AuditedCall } from '../audit/audit-context.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Tx } from '../database/database.ts';
import { epochOf, instantAt } from '../kernel/clock.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { changeProfile } from '../users/change-profile.ts';
import { findAccountByEmail } from '../users/find-account.ts';
import type { User } from '../users/user.ts';
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
