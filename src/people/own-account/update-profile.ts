import { changeProfile } from '../../accounts/users/change-profile.ts';
import { checkedProfile } from '../../accounts/users/checked-fields.ts';
import { findAccount } from '../../accounts/users/find-account.ts';
import type { Account } from '../../accounts/users/user.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Database } from '../../platform/database/database.ts';
import { authErrors } from '../../platform/http/http-errors.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { Clock } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import type { ProfileBody } from './own-account-wire.ts';

/**
 * Changes only the members sent; without any it changes and records nothing. The audit record names the members, not their values, which are personal. @returns the
 * account after the change
 * @throws InvalidRequest (422) for an OIB with a wrong check digit, or text with control characters
 */
export async function updateProfile(
  { database }: { database: Database; clock: Clock },
  call: AuditedCall,
  userId: UserId,
  body: ProfileBody,
): Promise<Account> {
  const change = checkedProfile(body);
  const changed = Object.keys(change);
  const { at } = call;
  return database.transaction(async (tx) => {
    const isNothing = changed.length === 0;
    const isThere = isNothing || (await changeProfile(tx, userId, change, { at, without: 'more power' })) !== undefined;
    const account = isThere ? await findAccount(tx, userId) : undefined;
    if (account === undefined) throw new AppError(authErrors['auth.revoked']); // deleted after the gate's check
    if (!isNothing) await recordAudit(tx, call, { action: 'profile.update', about: 'actor', meta: { changed } });
    return account;
  });
}
