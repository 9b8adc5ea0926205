import { type ActOnUser, illegalState } from '../../accounts/permissions/act-on-user.ts';
import { type ChangedBy, changeStanding, requireReauthToRaise } from '../../accounts/users/change-standing.ts';
import type { User } from '../../accounts/users/user.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { endSessionsOf } from '../../sign-in/sessions/end-sessions.ts';
import { renewDisplayedLinks } from '../invitations/renew-invitations.ts';
import { resumeMembership, suspendMembership } from '../memberships/member-acts.ts';
import { isSuspendable, isSuspended } from './user-actions.ts';

/** Without a caller, since an operator's command suspends too. */
type On = Pick<ActOnUser, 'tx' | 'user'> & { readonly call: AuditedCall };

/**
 * Suspends an active or invited person and ends their sessions; of somebody who is also elsewhere, only what they are here. Invitations whose links they were shown are renewed.
 * @throws AppError `users.state` (409)
 */
export async function suspendUser(
  { tx, user, call }: On,
  reason: string,
  deps: Pick<Platform, 'keys' | 'publicUrl'>,
): Promise<void> {
  if (user.isShared && user.membership) return suspendMembership({ tx, call, membership: user.membership }, reason);
  if (!isSuspendable(user)) throw illegalState();
  await changeStanding(tx, user, { status: 'suspended' }, { at: call.at, without: 'more power' });
  const ended = await endSessionsOf(tx, user.id, 'suspended', call.at);
  const meta = { ...(reason === '' ? {} : { reason }), sessions_ended: ended };
  await recordAudit(tx, call, { action: 'user.suspend', about: user, meta });
  await renewDisplayedLinks(tx, deps, call, user);
}

/**
 * Reactivates a suspended person; whoever never accepted an invitation is `invited` again.
 * @throws AppError `users.state` (409); as `requireReauthToRaise`
 */
export async function unsuspendUser({ tx, user, call }: On, by: ChangedBy): Promise<void> {
  if (user.membership?.state === 'suspended') {
    requireReauthToRaise(user, { ...user, status: 'active' }, by);
    return resumeMembership({ tx, call, membership: user.membership });
  }
  if (!isSuspended(user)) throw illegalState();
  if (user.isShared) throw new AppError('users.shared');
  await changeStanding(tx, user, { status: hasAccepted(user) ? 'active' : 'invited' }, by);
  await recordAudit(tx, call, { action: 'user.unsuspend', about: user });
}

/** Whoever accepted with a passkey has no password, and whoever was imported with one has no verified address. */
const hasAccepted = ({ password_hash, email_verified_at }: User): boolean =>
  password_hash !== null || email_verified_at !== null;
