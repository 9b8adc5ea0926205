import { type Manager, reachesTenant } from '../../accounts/permissions/managing-users.ts';
import { findTenant } from '../../accounts/tenants/tenants-store.ts';
import { findAccount } from '../../accounts/users/accounts-store.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { enqueueMail } from '../../platform/mail/enqueue-mail.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { mayAnswer, OPEN_STATES, reachesSource, type Transfer } from './transfer.ts';
import { recordStep } from './transfer-steps.ts';
import { findTransfer, moveTransfer } from './transfers-store.ts';

type Deps = Pick<Platform, 'database'>;

/**
 * Lets a member go if they want to, and asks them.
 * @throws AppError 404 `transfers.not_found`, 403 `transfers.not_yours`, 409 `transfers.state`
 */
export function releaseMember({ database }: Deps, call: Call<Manager>, id: number): Promise<void> {
  return database.transaction(async (tx) => {
    const transfer = await answer(tx, call, id, 'released');
    await recordStep(tx, call, 'transfer.release', transfer, 'source');
    await mailPerson(tx, transfer, call.at);
  });
}

/** @throws as `releaseMember` */
export function refuseTransfer({ database }: Deps, call: Call, id: number): Promise<void> {
  return database.transaction(async (tx) => {
    const transfer = await answer(tx, call, id, 'refused');
    await recordStep(tx, call, 'transfer.refuse', transfer, 'source');
  });
}

/** By the tenant that asked, until the person has answered. @throws AppError 404 `transfers.not_found`, 409 `transfers.state` */
export function withdrawTransfer({ database }: Deps, call: Call, id: number): Promise<void> {
  return database.transaction(async (tx) => {
    const seen = await findTransfer(tx, id);
    if (seen === undefined || !reachesTenant(call.caller, seen.to_tenant_id)) throw notFound();
    const transfer = await moveTransfer(tx, id, { from: OPEN_STATES, to: 'withdrawn', at: call.at });
    if (transfer === undefined) throw new AppError('transfers.state');
    await recordStep(tx, call, 'transfer.withdraw', transfer, 'target');
  });
}

async function answer(
  tx: Tx,
  { caller, at }: Call<Manager>,
  id: number,
  to: 'released' | 'refused',
): Promise<Transfer> {
  const seen = await findTransfer(tx, id);
  if (seen === undefined || !reachesSource(caller, seen)) throw notFound();
  if (!mayAnswer(caller, seen, at)) throw new AppError('transfers.not_yours');
  const transfer = await moveTransfer(tx, id, { from: ['asked'], to, at });
  if (transfer === undefined) throw new AppError('transfers.state');
  return transfer;
}

const notFound = (): AppError => new AppError('transfers.not_found');

/** In the outbox of the club that released them. */
async function mailPerson(tx: Tx, transfer: Transfer, at: Instant): Promise<void> {
  const { user_id, from_tenant_id, to_tenant_id, expires_at } = transfer;
  const person = user_id === null ? undefined : await findAccount(tx, user_id);
  if (person === undefined || from_tenant_id === null) return;
  const { id, email, full_name, preferred_language } = person;
  await enqueueMail(tx, {
    kind: 'transfer-released',
    to: { id, tenant_id: from_tenant_id, email, full_name, preferred_language },
    params: {
      from: (await findTenant(tx, from_tenant_id))?.name ?? '',
      to: (await findTenant(tx, to_tenant_id))?.name ?? '',
      at,
      expires_at,
    },
    at,
  });
}
