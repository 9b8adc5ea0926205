import { matchingPeople } from '../../accounts/people-search/matching-people.ts';
import type { SecondFactors } from '../../accounts/permissions/second-factors.ts';
import { EVERY_TENANT } from '../../accounts/users/factor-rules-of-user-store.ts';
import type { ListScope } from '../../accounts/users/tenant-people-store.ts';
import type { Db } from '../../platform/database/database.ts';
import { type Page, TOTAL_CAP } from '../../platform/http/list-wire.ts';
import { keyFromCursor } from '../../platform/http/page-cursor.ts';
import { ROLES, type Role, tierOf } from '../../platform/kernel/role.ts';
import type { FactorRule } from './factor-rule.ts';
import { listRules } from './factor-rules-store.ts';
import {
  countMissingByTenant,
  countMissingIn,
  listMissingIn,
  type MissingFilter,
  type MissingOfTenant,
  type MissingRow,
  type RequiredRole,
} from './missing-factors-store.ts';

/** The scope is the caller's (`scopeOf`). */
export interface MissingFactorsFilter extends ListScope {
  readonly role?: Role | undefined;
  /** Search text, as for the list of people. */
  readonly q: string;
}

export const MISSING_LIST = 'missing-factors';

/** One page of people without a required second factor, by name. @throws InvalidRequest (422) for a cursor of another list */
export async function findMissing(
  db: Db,
  factors: SecondFactors,
  { cursor, limit, ...wanted }: MissingFactorsFilter & { readonly cursor: string | undefined; readonly limit: number },
): Promise<Page<MissingRow>> {
  const key = cursor === undefined ? undefined : keyFromCursor(MISSING_LIST, ['string', 'number'], cursor);
  const filter = await missingFilter(db, factors, wanted);
  if (filter === undefined) return { rows: [], counted: 0, limit };
  const after = key && ([String(key[0]), Number(key[1])] as const);
  const lists = await Promise.all(
    filter.asked.map((role) => listMissingIn(db, filter, role, { after, most: limit + 1 })),
  );
  const counts = await Promise.all(filter.asked.map((role) => countMissingIn(db, filter, role, TOTAL_CAP + 1)));
  const counted = counts.reduce((sum, count) => sum + count, 0);
  return {
    rows: lists
      .flat()
      .toSorted(byName)
      .slice(0, limit + 1),
    counted,
    limit,
  };
}

/** Compares as the store does: by code points, then by id. */
const byName = (one: MissingRow, other: MissingRow): number =>
  one.sort_key === other.sort_key ? one.id - other.id : one.sort_key < other.sort_key ? -1 : 1;

/** How many active people of each tenant lack a second factor that their role requires, now or later. */
export async function countMissing(db: Db, factors: SecondFactors, scope: ListScope): Promise<MissingOfTenant[]> {
  const filter = await missingFilter(db, factors, { ...scope, q: '' });
  if (filter === undefined) return [];
  return (await Promise.all(filter.asked.map((role) => countMissingByTenant(db, filter, role)))).flat();
}

/** `undefined` when it can match nobody. */
export async function missingFilter(
  db: Db,
  factors: SecondFactors,
  { tenantId, below, role, q }: MissingFactorsFilter,
): Promise<MissingFilter | undefined> {
  const asked = askedRoles(await listRules(db, { tenantId, below }), factors.enrolTier).filter(
    (one) => (role ?? one.role) === one.role,
  );
  const people = q.trim() === '' ? undefined : await matchingPeople(db, q, { tenantId, below });
  const matchesNobody = people === undefined && q.trim() !== '';
  return asked.length === 0 || matchesNobody
    ? undefined
    : { tenantId, below, asked, people, lacking: factors.lacking() };
}

const askedRoles = (rules: readonly FactorRule[], enrolTier: number): RequiredRole[] =>
  ROLES.flatMap((role): RequiredRole[] => {
    const scopes = rules.filter((rule) => rule.role === role).map(({ scope }) => scope);
    if (tierOf(role) <= enrolTier || scopes.includes(EVERY_TENANT)) return [{ role, tenantIds: undefined }];
    return scopes.length === 0 ? [] : [{ role, tenantIds: scopes }];
  });

/** The roles for which the service's setting requires a second factor. */
export const rolesByDefault = (enrolTier: number): Role[] => ROLES.filter((role) => tierOf(role) <= enrolTier);
