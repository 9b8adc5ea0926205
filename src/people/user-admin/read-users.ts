import { listPeople } from '../../accounts/people-search/list-people.ts';
import type { ListedPerson } from '../../accounts/people-search/listed-person.ts';
import { type SeenAccount, seenAccount } from '../../accounts/permissions/managed-person.ts';
import type { Manager } from '../../accounts/permissions/managing-users.ts';
import { recordView } from '../../accounts/permissions/record-view.ts';
import { scopeOf } from '../../accounts/permissions/scope.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { AnyCaller } from '../../platform/http/caller.ts';
import { hasCapability } from '../../platform/http/capabilities.ts';
import { DEFAULT_LIMIT, type Page } from '../../platform/http/list-wire.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { type Instant, nowOf } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import type { Platform } from '../../platform/room/platform.ts';
import type { ExportUsersQuery, ListUsersQuery, PeopleFilter } from './user-admin-wire.ts';

/** Managers see people without their OIB, and cannot search by it. */
export const seesOib = (caller: Pick<Manager, 'tier'>): boolean => hasCapability(caller, 'people.manage');

/** One page of the people in the caller's scope. @throws AppError 404 for another tenant; InvalidRequest 422 */
export function listUsers(
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  caller: AnyCaller,
  query: ListUsersQuery,
): Promise<Page<ListedPerson>> {
  const { limit = DEFAULT_LIMIT, cursor, from } = query;
  return listPeople(database, { ...peopleQueryOf(caller, query, nowOf(clock)), cursor, from, limit });
}

/** The filter of a query within the caller's scope. @throws AppError 404 for another tenant */
export const peopleQueryOf = (
  caller: AnyCaller,
  { sort = 'name', ...query }: Omit<ExportUsersQuery, 'format'>,
  at: Instant,
) => ({
  ...peopleFiltered(caller, query, at),
  sort,
  at,
});

/** Like `peopleQueryOf`, without an order. @throws AppError 404 for another tenant */
export function peopleFiltered(caller: Manager, query: PeopleFilter, at: Instant) {
  const { q = '', tenant_id, role, status, invitation, signed_in } = query;
  const { tenantId, below } = scopeOf(caller, tenant_id);
  return {
    tenantId,
    below,
    q,
    byOib: seesOib(caller),
    role,
    status,
    signedIn: signed_in,
    invitation: invitation === undefined ? undefined : { state: invitation, at },
  };
}

/** One person's record. Opening it is audited; lists are not. @throws AppError `users.not_found` (404) */
export async function readUser(
  { database }: Pick<Platform, 'database' | 'clock'>,
  call: Call<AnyCaller>,
  id: UserId,
): Promise<SeenAccount> {
  const account = await reachableAccount(database.read, call.caller, id);
  const { tenant_id: tenantId } = account;
  if (id !== call.caller.userId) {
    await database.transaction((tx) =>
      recordAudit(tx, call, { action: 'user.read', about: { id: id, tenant_id: tenantId } }),
    );
  }
  return account;
}

/**
 * Reads a part of a person's record, such as their sessions. Audited as `recordView` says.
 * @throws AppError `users.not_found` (404)
 */
export async function readMoreOfUser(
  { database }: Pick<Platform, 'database' | 'clock'>,
  call: Call,
  id: UserId,
): Promise<void> {
  await recordView(database, call, await reachableAccount(database.read, call.caller, id));
}

/**
 * The same of what belongs to the account, whatever the person acts in: sign-ins and passkeys. Oneself may.
 * @throws AppError `users.not_found` (404), `users.shared` (403)
 */
export async function readOfAccount(
  { database }: Pick<Platform, 'database' | 'clock'>,
  call: Call,
  id: UserId,
): Promise<void> {
  const account = await reachableAccount(database.read, call.caller, id);
  if (account.isShared && id !== call.caller.userId) throw new AppError('users.shared');
  await recordView(database, call, account);
}

async function reachableAccount(db: Db, caller: AnyCaller, id: UserId): Promise<SeenAccount> {
  const account = await seenAccount(db, caller, id);
  if (account === undefined) throw new AppError('users.not_found');
  return account;
}
