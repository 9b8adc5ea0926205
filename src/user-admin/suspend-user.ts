import { recordAudit } from '../audit/record-audit.ts';
import { type ActOnUser, illegalState } from '../policy/act-on-user.ts';
import { endSessionsOf } from '../sessions/end-sessions.ts';
import { changeStanding } from '../users/change-standing.ts';

type On = Omit<ActOnUser, 'caller'>;

/** Shuts an active or invited person out and ends their sign-ins at once. @throws AppError `users.state` (409) */
export async function suspendUser({ tx, user, at, circumstances }: On, reason: string): Promise<void> {
  if (user.status === 'suspended') throw illegalState();
  await changeStanding(tx, user, { status: 'suspended' }, at);
  const ended = await endSessionsOf(tx, user.id, 'suspended', at);
  const meta = { ...(reason === '' ? {} : { reason }), sessions_ended: ended };
  await recordAudit(tx, circumstances, { action: 'user.suspend', at, userId: user.id, tenantId: user.tenant_id, meta });
}

/** Lets a suspended person in again; who never set a password is invited as before. @throws AppError `users.state` (409) */
export async function unsuspendUser({ tx, user, at, circumstances }: On): Promise<void> {
  if (user.status !== 'suspended') throw illegalState();
  await changeStanding(tx, user, { status: user.password_hash === null ? 'invited' : 'active' }, at);
  await recordAudit(tx, circumstances, { action: 'user.unsuspend', at, userId: user.id, tenantId: user.tenant_id });
}
