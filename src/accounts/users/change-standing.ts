import type { Tx } from '../../platform/database/database.ts';
import type { Role } from '../../platform/kernel/role.ts';
import { type ChangedBy, requireProofToRaise } from './raise-power.ts';
import { guardSuperadmins } from './superadmin-guard.ts';
import type { User, UserStatus } from './user.ts';
import * as store from './users-store.ts';

/**
 * Changes the role or status of a user whose row the caller has locked (`holdUserRow`). The only way to do so, since it
 * protects the last superadmin, and gives power only to whom a caller with recent authentication gives it.
 * @throws AppError `users.last_superadmin` (409); as `requireProofToRaise`
 */
export async function changeStanding(
  tx: Tx,
  user: User,
  change: { role?: Role; status?: UserStatus },
  by: ChangedBy,
): Promise<User> {
  const { at } = by;
  requireProofToRaise(user, { ...user, ...change }, by);
  await guardSuperadmins(tx, user, { ...user, ...change });
  const deleting = change.status === 'deleted';
  const changed = await store.changeStanding(tx, user.id, {
    ...change,
    deleted_at: deleting ? at : null,
    deleted_status: deleting ? user.status : null,
    // A reactivated user is warned anew before being suspended as inactive.
    ...(change.status === undefined ? {} : { inactive_warned_at: null }),
    updated_at: at,
  });
  return changed;
}
