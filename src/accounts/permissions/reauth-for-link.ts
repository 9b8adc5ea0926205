import type { Db } from '../../platform/database/database.ts';
import { requireReauth } from '../../platform/http/call.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { givesPower, type Role } from '../../platform/kernel/role.ts';
import type { Platform, Registry } from '../../platform/room/platform.ts';
import { findUsers } from '../users/accounts-store.ts';
import { strongestRole, strongestRoles } from '../users/strongest-role.ts';
import type { User } from '../users/user.ts';
import type { ActOnUser } from './act-on-user.ts';
import { sharedAmong } from './managed-person.ts';
import { type Manager, mayManage } from './managing-users.ts';

interface Target {
  readonly role: Role;
  readonly status: string;
}

/**
 * Whether a password link for this person requires recent authentication: for accounts in use, and for roles that see or manage
 * others. The inviter sees the link, so a stolen token could otherwise take over such an account.
 */
const linkRequiresReauth = ({ role, status }: Target, hasWayIn: boolean): boolean =>
  givesPower(role) || status !== 'invited' || hasWayIn;

export interface ReauthDeps extends Pick<Registry, 'findUsersWithWayIn'>, Pick<Platform, 'database'> {}

export const WHEN_LINK_REQUIRES_REAUTH =
  'for people of tiers 0 to 2, whose account is not `invited`, or who have a way in (a password or a linked identity)';

/** Requires re-authentication for a password link to the person in the path, depending on that account. */
export const reauthForLink = (deps: ReauthDeps) => ({
  when: WHEN_LINK_REQUIRES_REAUTH,
  applies: ({ params }: { readonly params: { readonly id: UserId } }, caller: Manager) =>
    anyRequiresReauth(deps, caller, [params.id]),
});

/** Those whose account is the caller's to change. Others are refused by the act itself, and nothing else tells what they are elsewhere. */
export async function wholeAmong(db: Db, caller: Manager, ids: readonly UserId[]): Promise<User[]> {
  const shared = await sharedAmong(db, caller, ids);
  return (await findUsers(db, ids)).filter((user) => mayManage(caller, user) && !shared.has(user.id));
}

/**
 * Whether a link for any of these people requires re-authentication. It looks at the strongest that they are anywhere.
 */
export async function anyRequiresReauth(
  { database: { read }, findUsersWithWayIn }: ReauthDeps,
  caller: Manager,
  ids: readonly UserId[],
): Promise<boolean> {
  const targets = await wholeAmong(read, caller, ids);
  if (targets.length === 0) return false;
  const found = targets.map(({ id }) => id);
  const roleOf = await strongestRoles(read, found);
  const withWayIn = await findUsersWithWayIn(read, found);
  return targets.some(({ id, status }) => linkRequiresReauth({ role: roleOf(id), status }, withWayIn.has(id)));
}

/**
 * The same on the locked row, in the transaction that issues the link: since the check of the route, the person may have been
 * given power or a way in.
 * @throws AppError 403 `reauth.required`, `access.service`
 */
export async function requireReauthForLink(
  { findUsersWithWayIn }: Pick<Registry, 'findUsersWithWayIn'>,
  { tx, user, call }: ActOnUser,
): Promise<void> {
  if (call.isReauthenticated) return;
  const withWayIn = await findUsersWithWayIn(tx, [user.id]);
  const role = await strongestRole(tx, user.id);
  if (linkRequiresReauth({ role, status: user.status }, withWayIn.has(user.id))) requireReauth(call);
}
