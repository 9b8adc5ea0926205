import { holdUserRow } from '../../accounts/users/accounts-store.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { earlier, epochOf, type Instant, instantAt } from '../../platform/kernel/clock.ts';
import { days } from '../../platform/kernel/durations.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { enqueueMail } from '../../platform/mail/enqueue-mail.ts';
import type { ErasureRequest } from './erasure.ts';
import * as store from './erasure-requests-store.ts';
import type { PrivacyDeps } from './personal-data-deps.ts';

const DECIDED_WITHIN = days(30);

/** 30 days, or the month of GDPR art. 12(3) where that is shorter: one that begins in the last days of January or in February. */
const erasureDueAt = (requestedAt: Instant): Instant =>
  earlier(instantAt(epochOf(requestedAt) + DECIDED_WITHIN), monthAfter(requestedAt));

/** A month ends on the day of the same number, or on the last of a shorter month (Regulation 1182/71, art. 3(2)(c)). */
function monthAfter(from: Instant): Instant {
  const day = new Date(from);
  const lastOfNext = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 2, 0)).getUTCDate();
  return instantAt(new Date(day).setUTCMonth(day.getUTCMonth() + 1, Math.min(day.getUTCDate(), lastOfNext)));
}

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
