import type { Tx } from '../../platform/database/database.ts';
import { type Call, requireReauth } from '../../platform/http/call.ts';
import type { AnyCaller } from '../../platform/http/caller.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { givesPower, type Role, tierOf } from '../../platform/kernel/role.ts';
import { changeRoleIn } from './change-membership.ts';
import { activatePending } from './memberships-store.ts';
import { strongestRole } from './strongest-role.ts';
import { guardingSuperadmins } from './superadmin-guard-store.ts';
import type { User, UserStatus } from './user.ts';
import * as store from './users-store.ts';

/** Changes that no caller makes: by the operator, by the owner through their own link, by a restored backup. */
interface WithoutCaller {
  readonly at: Instant;
  readonly without: 'operator' | 'owner' | 'restore';
}

/** Changes after which nobody can do more; `changeStanding` fails if one would let somebody. */
interface OnlyLess {
  readonly at: Instant;
  readonly without: 'more power';
}

/** On whose behalf a standing changes. */
export type ChangedBy = Call<Pick<AnyCaller, 'userId'>> | WithoutCaller | OnlyLess;

export const WHEN_POWER_IS_GIVEN =
  'where somebody of tiers 0 to 2 can do more afterwards: they are let in again or moved, or their address is changed';

type Standing = Pick<User, 'role' | 'status' | 'tenant_id'>;

const isIn = ({ status }: Standing): boolean => status === 'active' || status === 'invited';

/** Whether somebody who sees or manages others can do more after a change than before, or the same elsewhere. */
const isRaised = (before: Standing, after: Standing): boolean =>
  givesPower(after.role) &&
  isIn(after) &&
  (!isIn(before) || tierOf(after.role) < tierOf(before.role) || after.tenant_id !== before.tenant_id);

/**
 * The one place that decides whether a change gives power, on the locked row: whoever makes it must have authenticated recently,
 * whatever the route.
 * @throws AppError 403 `reauth.required`, `access.service`
 */
export function requireReauthToRaise(before: Standing, after: Standing, by: ChangedBy): void {
  if (!isRaised(before, after)) return;
  if (!('without' in by)) requireReauth(by);
  else if (by.without === 'more power') throw new Error('A change that was to give no power gives some');
}

/** For acts on an account through which somebody else could come in as its owner. @throws as `requireReauthToRaise` */
export async function requireReauthOver(
  tx: Tx,
  { id }: Pick<User, 'id'>,
  call: Call<Pick<AnyCaller, 'userId'>>,
): Promise<void> {
  if (givesPower(await strongestRole(tx, id))) requireReauth(call);
}

/**
 * Changes the role or status of a user whose row the caller has locked (`holdUserRow`). The only way to do so, since it
 * protects the last superadmin, and gives power only to whom a caller with recent authentication gives it.
 * @throws AppError `users.last_superadmin` (409); as `requireReauthToRaise`
 */
export async function changeStanding(
  tx: Tx,
  user: User,
  change: { role?: Role; status?: UserStatus },
  by: ChangedBy,
): Promise<User> {
  const { at } = by;
  const role = change.role === undefined ? await strongestRole(tx, user.id) : user.role; // an account opens all that its owner is
  requireReauthToRaise({ ...user, role }, { ...user, role, ...change }, by);
  return guardingSuperadmins(tx, user.id, () => writeStanding(tx, user, change, at));
}

async function writeStanding(
  tx: Tx,
  user: User,
  { role, status }: { role?: Role; status?: UserStatus },
  at: Instant,
): Promise<User> {
  if (role !== undefined) await changeRoleIn(tx, user, role, at);
  if (status === 'active') await activatePending(tx, user.id, at);
  const deleting = status === 'deleted';
  const changed = await store.changeStanding(tx, user.id, {
    ...(status === undefined ? {} : { status }),
    deleted_at: deleting ? at : null,
    deleted_status: deleting ? user.status : null,
    // A reactivated user is warned anew before being suspended as inactive.
    ...(status === undefined ? {} : { inactive_warned_at: null }),
    updated_at: at,
  });
  return { ...changed, tenant_id: user.tenant_id, role: role ?? user.role };
}
