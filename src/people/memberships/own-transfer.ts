import { holdUserRow } from '../../accounts/users/accounts-store.ts';
import { giveMembership } from '../../accounts/users/change-membership.ts';
import { listMembershipsOf } from '../../accounts/users/memberships-store.ts';
import type { User } from '../../accounts/users/user.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { zagrebDay } from '../../platform/sheets/zagreb-time.ts';
import { closeMembership } from './member-acts.ts';
import type { Transfer } from './transfer.ts';
import { recordStep } from './transfer-steps.ts';
import { moveTransfer } from './transfers-store.ts';

type Deps = Pick<Platform, 'database'>;

/**
 * Ends the membership in one club and begins one in the other.
 * @throws AppError 404 `transfers.not_found`; 409 `memberships.exists`, `users.last_superadmin`
 */
export function acceptTransfer({ database }: Deps, call: Call, id: number): Promise<void> {
  const { at } = call;
  return database.transaction(async (tx) => {
    const { own, transfer } = await answer(tx, call, id, 'accepted');
    const { to_tenant_id: tenant_id, from_tenant_id, role } = transfer;
    const membership = (await listMembershipsOf(tx, own.id)).find(
      (one) => one.tenant_id === from_tenant_id && one.state === 'active',
    );
    if (membership === undefined) throw new AppError('transfers.not_found'); // ended or suspended since
    const fresh = { reach: 'own', since: zagrebDay(at), until: null, number: null, pending: false } as const;
    const given = await giveMembership(tx, own, { ...fresh, tenant_id, role }, at);
    await recordStep(tx, call, 'transfer.accept', transfer, 'person');
    await closeMembership({ tx, call, membership }, 'transfer');
    const meta = { membership_id: given.id, role, reach: given.reach };
    await recordAudit(tx, call, { action: 'membership.create', about: { id: own.id, tenant_id }, meta });
  });
}

/** The person stays where they are. @throws AppError 404 `transfers.not_found` */
export function declineTransfer({ database }: Deps, call: Call, id: number): Promise<void> {
  return database.transaction(async (tx) => {
    const { transfer } = await answer(tx, call, id, 'declined');
    await recordStep(tx, call, 'transfer.decline', transfer, 'person');
  });
}

/** With the person's row locked before that of the transfer, as everybody does who locks both. */
async function answer(
  tx: Tx,
  { caller, at }: Call,
  id: number,
  to: 'accepted' | 'declined',
): Promise<{ own: User; transfer: Transfer }> {
  const own = await holdUserRow(tx, caller.userId);
  if (own === undefined) throw new AppError('auth.revoked'); // deleted after the gate's check
  const transfer = await moveTransfer(tx, id, { from: ['released'], to, at, userId: own.id });
  if (transfer === undefined) throw new AppError('transfers.not_found');
  return { own, transfer };
}
