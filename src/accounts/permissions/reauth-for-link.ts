import { requireReauth } from '../../platform/http/call.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { givesPower, type Role } from '../../platform/kernel/role.ts';
import type { Platform, Registry } from '../../platform/room/platform.ts';
import { findUsers } from '../users/accounts-store.ts';
import type { ActOnUser } from './act-on-user.ts';
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

/**
 * Whether a link for any of these people requires re-authentication. People whom the caller does not manage are ignored, since
 * the act itself refuses them.
 */
export async function anyRequiresReauth(
  { database: { read }, findUsersWithWayIn }: ReauthDeps,
  caller: Manager,
  ids: readonly UserId[],
): Promise<boolean> {
  const targets = (await findUsers(read, ids)).filter((user) => mayManage(caller, user));
  if (targets.length === 0) return false;
  const withWayIn = await findUsersWithWayIn(
    read,
    targets.map(({ id }) => id),
  );
  return targets.some((user) => linkRequiresReauth(user, withWayIn.has(user.id)));
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
  if (linkRequiresReauth(user, withWayIn.has(user.id))) requireReauth(call);
}
