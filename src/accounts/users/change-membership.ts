import type { Tx } from '../../platform/database/database.ts';
import { isUniqueViolation } from '../../platform/database/store-errors.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { Role } from '../../platform/kernel/role.ts';
import { getUser } from './accounts-store.ts';
import type { Membership } from './membership.ts';
import * as memberships from './memberships-store.ts';
import { guardingSuperadmins } from './superadmin-guard-store.ts';
import type { User } from './user.ts';
import { renewWords } from './user-words-store.ts';
import * as store from './users-store.ts';

/** Writes a role where the person has it, and in their account where that is the same tenant. */
export async function changeRoleIn(
  tx: Tx,
  user: Pick<User, 'id' | 'tenant_id'>,
  role: Role,
  updated_at: Instant,
): Promise<void> {
  await memberships.changeMembershipIn(tx, user, { role, updated_at });
  await store.changeHome(tx, user, { role, updated_at });
}

/** Whether the row is locked is the caller's matter: all who change memberships lock the person's row first. */
type Person = Pick<User, 'id'>;

/**
 * Makes a person a member of one more tenant.
 * @throws AppError 409 `memberships.exists`, `memberships.number_taken`
 */
export function giveMembership(
  tx: Tx,
  { id }: Person,
  wanted: Pick<Membership, 'tenant_id' | 'role' | 'reach' | 'since' | 'until' | 'number'> & {
    readonly pending: boolean;
  },
  at: Instant,
): Promise<Membership> {
  const { pending, ...given } = wanted;
  return guardingSuperadmins(tx, id, async () => {
    const state = pending ? ('pending' as const) : ('active' as const);
    const times = { created_at: at, updated_at: at, ended_at: null };
    const row = { ...given, user_id: id, state, source: 'added' as const, ...times };
    const added = await mapped(memberships.addMembership(tx, row));
    await store.changeUser(tx, id, { updated_at: at }); // the undoing of an import leaves whoever changed since
    await settleHome(tx, id, at);
    return added;
  });
}

/**
 * Changes a membership that has not ended, but not its role. `undefined` when it has.
 * @throws AppError 409 `memberships.number_taken`, `users.last_superadmin`
 */
export const reviseMembership = (
  tx: Tx,
  { id, user_id }: Membership,
  change: Pick<memberships.MembershipChange, 'reach' | 'since' | 'until' | 'number'> & {
    readonly state?: 'active' | 'suspended';
  },
  at: Instant,
): Promise<Membership | undefined> =>
  guardingSuperadmins(tx, user_id, () => mapped(memberships.changeMembership(tx, id, change, at)));

/** Ends a membership for good; `undefined` when it had ended. @throws AppError `users.last_superadmin` (409) */
export const endMembership = (
  tx: Tx,
  { id, user_id }: Pick<Membership, 'id' | 'user_id'>,
  at: Instant,
): Promise<Membership | undefined> =>
  guardingSuperadmins(tx, user_id, async () => {
    const ended = await memberships.changeMembership(tx, id, { state: 'ended', ended_at: at }, at);
    if (ended !== undefined) await settleHome(tx, user_id, at);
    return ended;
  });

/**
 * The tenant of an account is one in which the person still is: where that membership has ended, that of the oldest that has not; where
 * all have, they stay as a guest of the latest.
 */
export async function settleHome(tx: Tx, userId: User['id'], at: Instant): Promise<void> {
  const user = await getUser(tx, userId);
  const all = await memberships.listMembershipsOf(tx, userId);
  const live = all.filter(({ state }) => state !== 'ended');
  const same = live.find(({ tenant_id }) => tenant_id === user.tenant_id);
  if (same?.role === user.role) return;
  const last = all.toSorted((one, other) => ((one.ended_at ?? '') < (other.ended_at ?? '') ? -1 : 1)).at(-1);
  const next = same ?? live[0] ?? last;
  if (next === undefined) throw new Error('Nobody is without any membership');
  const home = { tenant_id: next.tenant_id, role: live.length === 0 ? ('guest' as const) : next.role, updated_at: at };
  const settled = await store.changeHome(tx, user, home);
  if (settled !== undefined) await renewWords(tx, user, settled);
}

async function mapped<Result>(written: Promise<Result>): Promise<Result> {
  try {
    return await written;
  } catch (cause) {
    if (isUniqueViolation(cause, 'memberships__user_id_unique')) throw new AppError('memberships.exists', { cause });
    throw isUniqueViolation(cause, 'memberships__number_unique')
      ? new AppError('memberships.number_taken', { cause })
      : cause;
  }
}
