import { type ActOnUser, illegalState } from '../../accounts/permissions/act-on-user.ts';
import { requireMayGrant } from '../../accounts/permissions/managing-users.ts';
import { changeStanding } from '../../accounts/users/change-standing.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { givesPower, type Role, tierOf } from '../../platform/kernel/role.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { unlinkIdentitiesOf } from '../../sign-in/issuers/link-identity.ts';
import { endSessionsIn, endSessionsOf } from '../../sign-in/sessions/end-sessions.ts';
import { renewInvitation, renewShownLinks } from '../invitations/renew-invitations.ts';
import { replaceImportedPassword } from './user-access-acts.ts';

/**
 * Changes a person's role and ends the sessions that act in it, since tokens carry it. With less power, the invitations whose links they were
 * shown are renewed. With more power, an open invitation to them is renewed, and a password from an import replaced. A new
 * administrator loses links to Google and other issuers, and links again while signed in: whoever runs an issuer may have made the
 * link by a first use, and must not come in as an administrator.
 * @throws AppError 403, 409 `users.state` for the role they have
 */
export async function changeRole(
  { tx, user, call }: ActOnUser,
  role: Role,
  deps: Pick<Platform, 'keys' | 'publicUrl'>,
): Promise<void> {
  requireMayGrant(call.caller, user.tenant_id, role);
  if (user.role === role) throw illegalState();
  const changed = await changeStanding(tx, user, { role }, call);
  const ended = user.membership
    ? await endSessionsIn(tx, user.membership, 'role', call.at)
    : await endSessionsOf(tx, user.id, 'role', call.at);
  const meta = { before: user.role, after: role, sessions_ended: ended };
  await recordAudit(tx, call, {
    action: 'user.role.change',
    about: user,
    meta,
  });
  if (tierOf(role) < tierOf(user.role)) {
    if (givesPower(role)) await replaceImportedPassword({ tx, user: changed, call }, deps.keys);
    await renewInvitation({ tx, user: changed, call }, deps);
  }
  if (tierOf(role) > tierOf(user.role)) await renewShownLinks(tx, deps, call, user);
  if (administers(role) && !administers(user.role)) {
    await unlinkIdentitiesOf(tx, call, changed);
  }
}

const administers = (role: Role): boolean => tierOf(role) <= tierOf('admin');
