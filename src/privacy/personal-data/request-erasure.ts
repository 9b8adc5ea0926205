import { holdUserRow } from '../../accounts/users/accounts-store.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { enqueueMail } from '../../platform/mail/enqueue-mail.ts';
import type { ErasureRequest } from './erasure.ts';
import { erasureDueAt } from './erasure-deadline.ts';
import * as store from './erasure-requests-store.ts';
import type { PrivacyDeps } from './personal-data-deps.ts';

/**
 * Requests the erasure of the caller's data; repeating it returns the same request.
 * @throws AppError `auth.revoked` (401) when the account was deleted meanwhile
 */
export async function requestErasure(
  { database }: Pick<PrivacyDeps, 'database'>,
  call: Call<Pick<Caller, 'userId'>>,
): Promise<ErasureRequest> {
  const { at, caller } = call;
  const { userId } = caller;
  const dueAt = erasureDueAt(at);
  return database.transaction(async (tx) => {
    const user = await holdUserRow(tx, userId);
    if (user === undefined) throw new AppError('auth.revoked');
    const open = await store.findOpenOf(tx, userId);
    if (open !== undefined) return open;
    const request = await store.addRequest(tx, { userId, origin: 'request', status: 'pending', at, dueAt });
    await recordAudit(tx, call, {
      action: 'erasure.request',
      about: 'actor',
      meta: { request_id: request.id, due_at: dueAt },
    });
    await enqueueMail(tx, { kind: 'erasure-requested', to: user, params: { at, due_at: dueAt }, at });
    return request;
  });
}

/** A person's latest request, if any. */
export async function findOwnErasure(db: Db, userId: UserId): Promise<ErasureRequest | undefined> {
  const [latest] = await store.listRequestsOf(db, userId);
  return latest;
}

/** Withdraws the request. @throws AppError 404; `erasure.state` (409) once it is decided */
export async function cancelErasure(
  deps: Pick<PrivacyDeps, 'database'>,
  call: Call<Pick<Caller, 'userId'>>,
): Promise<ErasureRequest> {
  const { at, caller } = call;
  const { userId } = caller;
  const latest = await findOwnErasure(deps.database.read, userId);
  if (latest === undefined) throw new AppError('erasure.not_found');
  const { id } = latest;
  return deps.database.transaction(async (tx) => {
    const change = { status: 'cancelled', cancelled_at: at, updated_at: at } as const;
    const request = await store.changeRequest(tx, id, { status: ['pending'] }, change);
    if (request === undefined) throw new AppError('erasure.state');
    await recordAudit(tx, call, { action: 'erasure.cancel', about: 'actor', meta: { request_id: id } });
    return request;
  });
}
