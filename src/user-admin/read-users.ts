import { actedLately } from '../audit/acted-lately.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Db } from '../database/database.ts';
import type { Call } from '../http/call.ts';
import type { Caller } from '../http/caller.ts';
import { DEFAULT_LIMIT, type Page } from '../http/list-wire.ts';
import { AppError } from '../kernel/app-error.ts';
import { instantAt } from '../kernel/clock.ts';
import { minutes } from '../kernel/durations.ts';
import { listPeople } from '../people-search/list-people.ts';
import type { ActDeps } from '../policy/act-on-user.ts';
import { reachesTenant } from '../policy/managing-users.ts';
import { policyErrors } from '../policy/policy-errors.ts';
import { scopeOf } from '../policy/scope.ts';
import { findAccount } from '../users/find-account.ts';
import type { Account } from '../users/user.ts';
import type { ExportUsersQuery, ListUsersQuery } from './user-admin-wire.ts';

/** Managers see people, not their OIB, and cannot find anybody by it. */
export const seesOib = ({ tier }: Caller): boolean => tier <= 1;

/** One page of the people in the caller's reach. @throws AppError 404 for another tenant; InvalidRequest 422 */
export function listUsers({ database }: ActDeps, caller: Caller, query: ListUsersQuery): Promise<Page<Account>> {
  const { limit = DEFAULT_LIMIT, cursor, from } = query;
  return listPeople(database.read, { ...peopleAsked(caller, query), cursor, from, limit });
}

/** Whom a query means, within the caller's reach. @throws AppError 404 for another tenant */
export function peopleAsked(caller: Caller, query: Omit<ExportUsersQuery, 'format'>) {
  const { q = '', tenant_id, role, status, sort = 'name' } = query;
  return {
    tenantId: scopeOf(caller, tenant_id).tenantId,
    q,
    byOib: seesOib(caller),
    sort,
    role,
    status,
  };
}

/**
 * One person's record. Opening it is audited; lists are not.
 * @throws AppError `users.not_found` (404)
 */
export async function readUser({ database }: ActDeps, call: Call, id: number): Promise<Account> {
  const account = await reachableAccount(database.read, call.caller, id);
  const { tenant_id: tenantId } = account;
  if (id !== call.caller.userId) {
    await database.transaction((tx) =>
      recordAudit(tx, call, { action: 'user.read', about: { id: id, tenant_id: tenantId } }),
    );
  }
  return account;
}

/** Reads of one person within this time count as one. */
const LOOK = minutes(10);

/**
 * What belongs to a person's record, such as their sign-ins. Whoever has the record open is looking already, and that is on
 * record once; whoever comes by another way is put on record now.
 * @throws AppError `users.not_found` (404)
 */
export async function readMoreOfUser(deps: ActDeps, call: Call, id: number): Promise<void> {
  const since = instantAt(deps.clock.now() - LOOK);
  const look = { action: 'user.read', actorId: call.caller.userId, userId: id, since } as const;
  if (await actedLately(deps.database.read, look)) await reachableAccount(deps.database.read, call.caller, id);
  else await readUser(deps, call, id);
}

async function reachableAccount(db: Db, caller: Caller, id: number): Promise<Account> {
  const account = await findAccount(db, id);
  if (account === undefined || !reachesTenant(caller, account.tenant_id))
    throw new AppError(policyErrors['users.not_found']);
  return account;
}
