import { endMembership, reviseMembership } from '../../accounts/users/change-membership.ts';
import type { Membership } from '../../accounts/users/membership.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { endSessionsIn } from '../../sign-in/sessions/end-sessions.ts';

/** A membership, with the row of its person locked. */
export interface OnMembership {
  readonly tx: Tx;
  readonly call: AuditedCall;
  readonly membership: Membership;
}

const aboutOf = ({ user_id, tenant_id }: Membership) => ({ id: user_id, tenant_id });

/** Suspends it, and ends the sign-ins that act in it. @throws AppError `users.state`, `users.last_superadmin` (409) */
export async function suspendMembership({ tx, call, membership }: OnMembership, reason = ''): Promise<void> {
  if (membership.state === 'suspended') throw new AppError('users.state');
  await requireChanged(reviseMembership(tx, membership, { state: 'suspended' }, call.at));
  const sessions_ended = await endSessionsIn(tx, membership, 'suspended', call.at);
  const meta = { membership_id: membership.id, ...(reason === '' ? {} : { reason }), sessions_ended };
  await recordAudit(tx, call, { action: 'membership.suspend', about: aboutOf(membership), meta });
}

/** @throws AppError `users.state` (409) unless it is suspended */
export async function resumeMembership({ tx, call, membership }: OnMembership): Promise<void> {
  if (membership.state !== 'suspended') throw new AppError('users.state');
  await requireChanged(reviseMembership(tx, membership, { state: 'active' }, call.at));
  const meta = {
    membership_id: membership.id,
    changed: { state: { before: 'suspended', after: 'active' } },
  };
  await recordAudit(tx, call, { action: 'membership.update', about: aboutOf(membership), meta });
}

/** Ends it for good, and the sign-ins that act in it. @throws AppError `memberships.not_found`; `users.last_superadmin` (409) */
export async function closeMembership(
  { tx, call, membership }: OnMembership,
  by?: 'until' | 'leaving' | 'transfer',
): Promise<void> {
  await requireChanged(endMembership(tx, membership, call.at));
  const sessions_ended = await endSessionsIn(tx, membership, 'ended', call.at);
  const meta = { membership_id: membership.id, sessions_ended, ...(by === undefined ? {} : { by }) };
  await recordAudit(tx, call, { action: 'membership.end', about: aboutOf(membership), meta });
}

async function requireChanged(changed: Promise<Membership | undefined>): Promise<void> {
  if ((await changed) === undefined) throw new AppError('memberships.not_found');
}
