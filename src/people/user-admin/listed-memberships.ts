import type { ListedPerson } from '../../accounts/people-search/listed-person.ts';
import { type Manager, reachesEveryTenant, reachesTenant } from '../../accounts/permissions/managing-users.ts';
import { type ListedMembership, listLiveMemberships } from '../../accounts/users/memberships-store.ts';
import type { Db } from '../../platform/database/database.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';

type Memberships = ReadonlyMap<UserId, readonly ListedMembership[]>;

const NONE: Memberships = new Map();

/**
 * What people of a list are besides what it shows of them, within the caller's reach. Whoever reaches one tenant sees one membership of
 * each, and nothing is asked.
 */
export async function membershipsInReach(
  db: Db,
  caller: Manager,
  people: readonly Pick<ListedPerson, 'id'>[],
): Promise<Memberships> {
  if (people.length === 0 || !(reachesEveryTenant(caller) || caller.reached !== undefined)) return NONE;
  const all = await listLiveMemberships(
    db,
    people.map(({ id }) => id),
  );
  const reached = Map.groupBy(
    all.filter(({ tenant_id }) => reachesTenant(caller, tenant_id)),
    ({ user_id }) => user_id,
  );
  return new Map([...reached].filter(([, own]) => own.length > 1));
}

/** The same as the member of an answer, which those with one membership do not have. */
export function showListed(all: Memberships, id: UserId) {
  const own = all.get(id);
  return own === undefined ? {} : { memberships: own.map(({ user_id: _, ...membership }) => membership) };
}
