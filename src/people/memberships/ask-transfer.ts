import { type Manager, requireMayGrant } from '../../accounts/permissions/managing-users.ts';
import { findTenant } from '../../accounts/tenants/tenants-store.ts';
import { checkedField, checkedText } from '../../accounts/users/checked-fields.ts';
import type { Call } from '../../platform/http/call.ts';
import { invalidField } from '../../platform/http/request-refusal.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { epochOf, instantAt } from '../../platform/kernel/clock.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { OPEN_FOR, type Transfer } from './transfer.ts';
import { recordTarget } from './transfer-steps.ts';
import { addTransfer } from './transfers-store.ts';
import type { AskTransferBody } from './transfers-wire.ts';

/**
 * Asks another club for a member of it. Whether there is such a club or such a person is looked for afterwards (`find-member.ts`), so
 * that nothing here depends on it.
 * @throws AppError 404 `tenants.not_found`, 403 `users.tier`, 409 `transfers.exists`; InvalidRequest 422
 */
export function askTransfer(
  { database }: Pick<Platform, 'database'>,
  call: Call<Manager>,
  body: AskTransferBody,
): Promise<Transfer> {
  const { caller, at } = call;
  const { tenant_id: to_tenant_id = caller.tenantId, role = 'member' } = body;
  requireMayGrant(caller, to_tenant_id, role);
  const asked = { to_tenant_id, role, club: checkedText('club', body.club), sought: soughtIn(body) };
  return database.transaction(async (tx) => {
    if ((await findTenant(tx, to_tenant_id)) === undefined) throw new AppError('tenants.not_found');
    const times = { created_at: at, expires_at: instantAt(epochOf(at) + OPEN_FOR) };
    const open = { state: 'asked' as const, looked_at: null, released_at: null, ended_at: null };
    const transfer = await addTransfer(tx, { ...asked, ...times, ...open, from_tenant_id: null, user_id: null });
    if (transfer === undefined) throw new AppError('transfers.exists');
    await recordTarget(tx, call, 'transfer.ask', transfer);
    return transfer;
  });
}

/** @throws InvalidRequest (422) unless there is either an address or a number */
function soughtIn({ email, number }: AskTransferBody): string {
  if ((email === undefined) === (number === undefined))
    throw invalidField('body', 'email', 'missing', 'Upišite e-adresu ili broj člana, jedno od toga.');
  return number ?? checkedField('email', email ?? '');
}
