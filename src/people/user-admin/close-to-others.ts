import { hasUsableInvitation } from '../../accounts/action-tokens/token-rows-store.ts';
import type { ActOnUser } from '../../accounts/permissions/act-on-user.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { givesPower, type Role, tierOf } from '../../platform/kernel/role.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { listOwnIdentities, unlinkIdentitiesOf } from '../../sign-in/issuers/link-identity.ts';
import { removePasskeysOf } from '../../sign-in/passkeys/passkeys-of-person.ts';
import { renewInvitation } from '../invitations/renew-invitations.ts';
import { replaceImportedPassword } from './user-access-acts.ts';

/** More power for somebody: what they were in a tenant, and what they become there. */
interface Raise {
  readonly before: Role;
  readonly after: Role;
}

const administers = (role: Role): boolean => tierOf(role) <= tierOf('admin');
const isRaise = ({ before, after }: Raise): boolean => tierOf(after) < tierOf(before);
const isNewAdministrator = ({ before, after }: Raise): boolean => administers(after) && !administers(before);

/**
 * Closes an account that gets more power to whoever else may know a way into it: an open invitation is renewed, and a password from an
 * import replaced. A new administrator loses links to Google and other issuers, and links again while signed in: whoever runs an issuer
 * may have made the link by a first use, and must not come in as an administrator.
 */
export async function closeToOthers(
  on: ActOnUser,
  raise: Raise,
  deps: Pick<Platform, 'keys' | 'publicUrl'>,
): Promise<void> {
  if (!isRaise(raise)) return;
  if (givesPower(raise.after)) await replaceImportedPassword(on, deps.keys);
  await renewInvitation(on, deps);
  if (isNewAdministrator(raise)) await unlinkIdentitiesOf(on.tx, on.call, on.user);
}

/**
 * The same for an account that gives up its way in, where what else opens it goes with its owner: passkeys that were added under a
 * password of somebody else.
 */
export async function closeAbandoned({ tx, user, call }: ActOnUser, raise: Raise): Promise<void> {
  if (isRaise(raise) && givesPower(raise.after) && user.password_given_at !== null)
    await removePasskeysOf(tx, call, user);
}

/**
 * An account that is shared is not a manager's to close: the person chooses a password or takes the link away, or a superadmin raises
 * them. Before anything is written. @throws AppError 403 `users.shared`
 */
export async function requireClosed({ tx, user, call }: ActOnUser, raise: Raise): Promise<void> {
  if (user.isShared !== true || !isRaise(raise)) return;
  const isOpen =
    (givesPower(raise.after) && user.password_given_at !== null) ||
    (await hasUsableInvitation(tx, user.id, call.at)) ||
    (isNewAdministrator(raise) && (await listOwnIdentities(tx, user.id)).some(({ link }) => link !== undefined));
  if (isOpen) throw new AppError('users.shared');
}
