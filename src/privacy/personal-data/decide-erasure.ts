import { requireWhole, seenAccount } from '../../accounts/permissions/managed-person.ts';
import type { Manager } from '../../accounts/permissions/managing-users.ts';
import { showRecipientsOf } from '../../accounts/recipients/show-recipients.ts';
import { listIdsOf } from '../../accounts/users/merged-users-store.ts';
import type { Account } from '../../accounts/users/user.ts';
import { type AuditEntry, recordAudit } from '../../platform/audit/record-audit.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { epochOf, type Instant, instantAt } from '../../platform/kernel/clock.ts';
import { days } from '../../platform/kernel/durations.ts';
import { enqueueMail } from '../../platform/mail/enqueue-mail.ts';
import { countPersonalData } from './erase-data.ts';
import type { ErasureRequest } from './erasure.ts';
import { DECIDABLE, mustHandOver } from './erasure-actions.ts';
import * as store from './erasure-requests-store.ts';
import type { PrivacyDeps } from './personal-data-deps.ts';
import { showManaged } from './personal-data-wire.ts';

/** Two further months, once; the person is informed of the reasons (GDPR art. 12(3)). */
const EXTENDED_BY = days(60);

interface PersonsRequest {
  readonly request: ErasureRequest;
  readonly person: Account;
}

/** What a decision needs to know. */
interface Case {
  readonly tx: Tx;
  readonly request: ErasureRequest;
  readonly person: Account;
  readonly at: Instant;
  readonly caller: Manager;
}

/**
 * The request and its person, if the caller may decide about them; nobody decides about their own.
 * @throws AppError 404 for no such request or one out of scope; `users.self` (409), `users.tier` (403)
 */
export async function getCase(db: Db, caller: Manager, id: number): Promise<PersonsRequest> {
  const request = await store.findRequest(db, id);
  const [own] = request === undefined ? [] : await listIdsOf(db, request.user_id);
  const person = own === undefined ? undefined : await seenAccount(db, caller, own);
  // Another tenant's request is indistinguishable from a missing one.
  if (request === undefined || person === undefined) throw new AppError('erasure.not_found');
  return { request, person: requireWhole(caller, person) };
}

/** Approves a request, which the background job then carries out. Approving a failed one retries it. */
export const approveErasure = decision(
  (meta) => ({ action: 'erasure.approve', meta }),
  async ({ tx, request, person, at, caller }) => {
    if (mustHandOver(person)) throw new AppError('erasure.superadmin');
    if (request.legal_hold_at !== null) throw new AppError('erasure.held');
    const approved = { status: 'approved', decided_at: at, decided_by: caller.userId, failed_at: null } as const;
    return store.changeRequest(tx, request.id, DECIDABLE.approve, { ...approved, failure: null, updated_at: at });
  },
);

export const rejectErasure = decision<{ reason: string }>(
  (meta) => ({ action: 'erasure.reject', meta }),
  async ({ tx, request, person, at, caller }, { reason }) => {
    const decided = { decided_at: at, decided_by: caller.userId, decision_reason: reason };
    const change = { status: 'rejected', ...decided, updated_at: at } as const;
    const rejected = await store.changeRequest(tx, request.id, DECIDABLE.reject, change);
    if (rejected) await enqueueMail(tx, { kind: 'erasure-rejected', to: person, params: { at, reason }, at });
    return rejected;
  },
);

export const extendErasure = decision<{ reason: string }>(
  (meta) => ({ action: 'erasure.extend', meta }),
  async ({ tx, request, person, at }, { reason }) => {
    const due_at = instantAt(epochOf(request.due_at) + EXTENDED_BY);
    const change = { due_at, extended_at: at, extension_reason: reason, updated_at: at };
    const extended = await store.changeRequest(tx, request.id, DECIDABLE.extend, change);
    if (extended) await enqueueMail(tx, { kind: 'erasure-extended', to: person, params: { at, due_at, reason }, at });
    return extended;
  },
);

/** While data must be kept for a claim or an authority, nothing is approved (GDPR art. 17(3)(b) and (e)). */
export const holdErasure = decision<{ held: boolean; reason: string }>(
  (meta) => ({ action: 'erasure.hold', meta }),
  ({ tx, request, at }, { held, reason }) => {
    const since = request.legal_hold_at ?? at;
    const hold = held ? { legal_hold_at: since, legal_hold_reason: reason } : { legal_hold_at: null };
    return store.changeRequest(tx, request.id, DECIDABLE.hold, { ...hold, updated_at: at });
  },
);

/**
 * Makes a decision: one conditional statement, its audit record and its mail. Returns the changed request.
 * @throws AppError `erasure.state` (409)
 */
function decision<Details extends { readonly reason?: string; readonly held?: boolean } = Record<never, never>>(
  entryWith: (meta: { request_id: number } & Details) => AuditEntry,
  decide: (on: Case, details: Details) => Promise<ErasureRequest | undefined>,
) {
  return (
    { database }: Pick<PrivacyDeps, 'database'>,
    call: Call<Manager>,
    id: number,
    details: Details,
  ): Promise<PersonsRequest> => {
    const { at, caller } = call;
    return database.transaction(async (tx) => {
      const { request, person } = await getCase(tx, caller, id);
      const decided = await decide({ tx, request, person, at, caller }, details);
      if (decided === undefined) throw new AppError('erasure.state');
      await recordAudit(tx, call, { ...entryWith({ request_id: id, ...details }), about: person });
      return { request: decided, person };
    });
  };
}

/**
 * A request with what its erasure would remove, and what would stay, on what legal ground and until when. Changes nothing but
 * records that the data were viewed.
 * @throws AppError 404, 403, 409 as `getCase`
 */
export async function previewErasure({ database, contributors }: PrivacyDeps, call: Call, id: number) {
  const { request, person } = await getCase(database.read, call.caller, id);
  const about = { about: person, meta: { request_id: id } };
  await database.transaction((tx) => recordAudit(tx, call, { action: 'user.read', ...about }));
  const ids = await listIdsOf(database.read, person.id);
  const counts = new Map(
    (await countPersonalData(database.read, contributors, ids)).map(({ room, entries }) => [room, entries]),
  );
  const { email, full_name, tenant_id } = person;
  const rooms = contributors.map(({ room, tables, description }) => ({
    room,
    tables: tables.map(({ name }) => name),
    entries: counts.get(room) ?? {},
    goes: description.erased,
    stays: description.stays ?? null,
  }));
  const told = await showRecipientsOf(database.read, ids, { kind: 'erase' });
  return { ...showManaged(call, { request, person }), email, full_name, tenant_id, rooms, ...told };
}
