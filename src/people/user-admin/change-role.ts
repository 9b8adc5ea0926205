import { type ActOnUser, illegalState } from '../../accounts/permissions/act-on-user.ts';
import { requireMayGrant } from '../../accounts/permissions/managing-users.ts';
import { changeStanding } from '../../accounts/users/change-standing.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { type Role, tierOf } from '../../platform/kernel/role.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { endSessionsIn, endSessionsOf } from '../../sign-in/sessions/end-sessions.ts';
import { renewDisplayedLinks } from '../invitations/renew-invitations.ts';
import { closeToOthers, requireClosed } from './close-to-others.ts';

/**
 * Changes a person's role and ends the sessions that act in it, since tokens carry it. With less power, the invitations whose links they were
 * shown are renewed. With more power, the account is closed to others.
 * @throws AppError 403, 403 as `requireClosed`, 409 `users.state` for the role they have
 */
export async function changeRole(
  { tx, user, call }: ActOnUser,
  role: Role,
  deps: Pick<Platform, 'keys' | 'publicUrl'>,
): Promise<void> {
  requireMayGrant(call.caller, user.tenant_id, role);
  if (user.role === role) throw illegalState();
  const raise = { before: user.role, after: role };
  await requireClosed({ tx, user, call }, raise);
  const changed = await changeStanding(tx, user, { role }, call);
  const ended = user.membership
    ? await endSessionsIn(tx, user.membership, 'role', call.at)
    : await endSessionsOf(tx, user.id, 'role', call.at);
  const meta = { ...raise, sessions_ended: ended };
  await recordAudit(tx, call, {
    action: 'user.role.change',
    about: user,
    meta,
  });
  await closeToOthers({ tx, user: changed, call }, raise, deps);
  if (tierOf(role) > tierOf(user.role)) await renewDisplayedLinks(tx, deps, call, user);
}
