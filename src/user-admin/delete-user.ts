import { cancelTokens } from '../action-tokens/redeem-action-token.ts';
import type { Circumstances } from '../audit/circumstances.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { isUniqueViolation } from '../database/store-errors.ts';
import type { Caller } from '../http/caller.ts';
import { AppError } from '../kernel/app-error.ts';
import { type Instant, instantAt } from '../kernel/clock.ts';
import { days } from '../kernel/durations.ts';
import { type ActDeps, type ActOnUser, getAccount, illegalState } from '../policy/act-on-user.ts';
import { requireMayManage } from '../policy/managing-users.ts';
import { endSessionsOf } from '../sessions/end-sessions.ts';
import { changeStanding } from '../users/change-standing.ts';
import { lockAnyUser } from '../users/lock-user.ts';
import type { Account, User } from '../users/user.ts';
import { userErrors } from '../users/users-errors.ts';

/** Deletes softly: sign-ins and links end, the address is free at once, and it can be taken back for a while. */
export async function deleteUser({ tx, user, at, circumstances }: Omit<ActOnUser, 'caller'>): Promise<void> {
  await changeStanding(tx, user, { status: 'deleted' }, at);
  await cancelTokens(tx, user.id, ['invite', 'reset'], at);
  const ended = await endSessionsOf(tx, user.id, 'deleted', at);
  const meta = { status: user.status, sessions_ended: ended };
  await recordAudit(tx, circumstances, { action: 'user.delete', at, userId: user.id, tenantId: user.tenant_id, meta });
}

/**
 * Takes a deletion back to what the person was.
 * @throws AppError 404; `users.state` (409) for who is not deleted or too long; `users.email_taken` (409)
 */
export async function restoreUser(
  { database, clock, retentionDays }: ActDeps & { readonly retentionDays: number },
  circumstances: Circumstances,
  caller: Caller,
  id: number,
): Promise<Account> {
  const now = clock.now();
  return database.transaction(async (tx) => {
    const user = requireMayManage(caller, await lockAnyUser(tx, id)); // two at once would count one superadmin twice
    if (!isRestorable(user, instantAt(now - days(retentionDays)))) throw illegalState();
    const at = instantAt(now);
    const status = user.deleted_status ?? 'active';
    await changeStanding(tx, user, { status }, at).catch((error: unknown) => {
      throw isUniqueViolation(error, 'users__email_unique')
        ? new AppError(userErrors['users.email_taken'], { cause: error })
        : error;
    });
    await recordAudit(tx, circumstances, {
      action: 'user.restore',
      at,
      userId: id,
      tenantId: user.tenant_id,
      meta: { status },
    });
    return getAccount(tx, id);
  });
}

const isRestorable = ({ status, deleted_at }: User, earliest: Instant): boolean =>
  status === 'deleted' && deleted_at !== null && deleted_at > earliest;
