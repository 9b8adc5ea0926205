import { type Static, Type } from 'typebox';
import { findMatching, takePeopleIds } from '../../accounts/people-search/list-people.ts';
import type { Manager } from '../../accounts/permissions/managing-users.ts';
import { findUsers } from '../../accounts/users/accounts-store.ts';
import type { Db } from '../../platform/database/database.ts';
import { idOf } from '../../platform/http/wire.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { getImport, notInImport, takeCreatedPeople } from '../imports/find-imports.ts';
import { peopleFiltered } from '../user-admin/read-users.ts';
import { peopleFilter } from '../user-admin/user-admin-wire.ts';

/** The filter of a bulk act: that of the list of people, optionally restricted to people created by an import. */
export const SelectionFilter = Type.Object({
  ...peopleFilter,
  import_id: Type.Optional(idOf({ description: 'Only people whom this import made' })),
  missing_from: Type.Optional(
    idOf({ description: 'Only people whom no row of this import is about; it must have updated who exists' }),
  ),
});
export type SelectionFilter = Static<typeof SelectionFilter>;

/** Most people per job. */
export const MOST_IN_JOB = 100_000;

/**
 * Everybody who matches, in portions. Those of an import are looked up one portion after another.
 * @throws AppError 404 for a tenant or import out of scope
 */
export async function* takeSelected(
  db: Db,
  caller: Manager,
  { missing_from, ...filter }: SelectionFilter,
  at: Instant,
): AsyncGenerator<readonly UserId[]> {
  if (missing_from === undefined) {
    yield* takeMatching(db, caller, filter, at);
    return;
  }
  const { id, existing, target_tenant_id } = await getImport(db, caller, missing_from);
  // Otherwise nobody knows whom its rows are about.
  if (existing !== 'update') throw new AppError('imports.not_found');
  const inTenant = { ...filter, tenant_id: filter.tenant_id ?? target_tenant_id };
  for await (const ids of takeMatching(db, caller, inTenant, at)) yield await notInImport(db, id, ids);
}

async function* takeMatching(
  db: Db,
  caller: Manager,
  { import_id, ...filter }: Omit<SelectionFilter, 'missing_from'>,
  at: Instant,
): AsyncGenerator<readonly UserId[]> {
  const sought = peopleFiltered(caller, filter, at);
  if (import_id === undefined) {
    yield* takePeopleIds(db, sought);
    return;
  }
  const { id } = await getImport(db, caller, import_id);
  for await (const ids of takeCreatedPeople(db, id)) yield await findMatching(db, sought, ids);
}

/** Their ids in ascending order; one more than a job may have when there are too many. */
export async function listSelected(db: Db, caller: Manager, filter: SelectionFilter, at: Instant): Promise<UserId[]> {
  const all: UserId[] = [];
  for await (const ids of takeSelected(db, caller, filter, at)) {
    for (const id of ids) all.push(id);
    if (all.length > MOST_IN_JOB) return all.slice(0, MOST_IN_JOB + 1);
  }
  return all.sort((one, other) => one - other);
}

/** To recognise a selection by. */
const MOST_NAMED = 20;

/** The first who match. */
export async function nameSelected(db: Db, caller: Manager, filter: SelectionFilter, at: Instant) {
  const ids = (await listSelected(db, caller, filter, at)).slice(0, MOST_NAMED);
  const users = ids.length === 0 ? [] : await findUsers(db, ids);
  return users.map(({ id, full_name, email }) => ({ id, full_name, email })).sort((one, other) => one.id - other.id);
}

/** How many match, and how many of them use their account: inviting would sign those out. */
export async function countSelected(db: Db, caller: Manager, filter: SelectionFilter, at: Instant) {
  const total = await countOf(db, caller, filter, at);
  const { status } = filter;
  if (status !== undefined) return { total, active: status === 'active' ? total : 0 };
  return { total, active: await countOf(db, caller, { ...filter, status: 'active' }, at) };
}

const countOf = async (db: Db, caller: Manager, filter: SelectionFilter, at: Instant): Promise<number> =>
  (await listSelected(db, caller, filter, at)).length;
