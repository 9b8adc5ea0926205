import { cancelTokens } from '../../accounts/action-tokens/token-rows-store.ts';
import { type ActOnUser, getAccount, illegalState } from '../../accounts/permissions/act-on-user.ts';
import { heldUser, requireWhole } from '../../accounts/permissions/managed-person.ts';
import type { Manager } from '../../accounts/permissions/managing-users.ts';
import { holdAnyUserRow } from '../../accounts/users/accounts-store.ts';
import { refusingTaken } from '../../accounts/users/address-places.ts';
import { changeStanding } from '../../accounts/users/change-standing.ts';
import { markJoining } from '../../accounts/users/joining-store.ts';
import type { Account } from '../../accounts/users/user.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Call } from '../../platform/http/call.ts';
import { epochOf } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { endSessionsOf } from '../../sign-in/sessions/end-sessions.ts';
import { renewDisplayedLinks } from '../invitations/renew-invitations.ts';
import { closeMembership } from '../memberships/member-acts.ts';
import { joiningAt } from './edit-user.ts';
import { isRestorable, restorableSince } from './user-actions.ts';

/**
 * Soft-deletes a person, or ends what they are here where they are also elsewhere: sessions and links end, the address is free at once. Invitations whose links they were shown are renewed.
 * For a while the deletion can be undone.
 */
export async function deleteUser(
  { tx, user, call }: Pick<ActOnUser, 'tx' | 'user'> & { readonly call: AuditedCall },
  deps: Pick<Platform, 'keys' | 'publicUrl'>,
): Promise<void> {
  if (user.isShared && user.membership) return closeMembership({ tx, call, membership: user.membership });
  await changeStanding(tx, user, { status: 'deleted' }, { at: call.at, without: 'more power' });
  await cancelTokens(tx, user.id, ['invite', 'reset'], call.at);
  const ended = await endSessionsOf(tx, user.id, 'deleted', call.at);
  const meta = { status: user.status, sessions_ended: ended };
  await recordAudit(tx, call, { action: 'user.delete', about: user, meta });
  await renewDisplayedLinks(tx, deps, call, user);
}

/**
 * Restores a deleted person to their former status.
 * @throws AppError 404; `users.state` (409) for somebody not deleted, or too long ago; `users.email_taken` (409)
 */
export async function restoreUser(
  { database, retentionDays }: Pick<Platform, 'database' | 'clock'> & { readonly retentionDays: number },
  call: Call<Manager>,
  id: UserId,
): Promise<Account> {
  const { at } = call;
  return database.transaction(async (tx) => {
    const user = requireWhole(call.caller, await heldUser(tx, call.caller, id, holdAnyUserRow)); // two concurrent restores would count one superadmin twice
    if (!isRestorable(user, restorableSince(epochOf(at), retentionDays))) throw illegalState();
    const status = user.deleted_status ?? 'active';
    // Who was invited only may wait for the owner of the address; an account that opens nothing would be of no use to anybody.
    if (status === 'invited') await markJoining(tx, id, await joiningAt(tx, call, user.email));
    await refusingTaken(() => changeStanding(tx, user, { status }, call));
    await recordAudit(tx, call, {
      action: 'user.restore',
      about: user,
      meta: { status },
    });
    return getAccount(tx, call.caller, id);
  });
}
