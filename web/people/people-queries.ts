import { queryOptions } from '@tanstack/react-query';
import { MOST_ON_A_PAGE } from '../../client/wire-limits.ts';
import type { ManagedUser, TenantInTree, User } from '../../client/wire-types.ts';
import { tenantOrder } from '../../src/platform/words/tenant-order.ts';
import { service } from '../auth/service.ts';
import { nameOrAddress } from '../components/person/erased-person.ts';

/** Prefix of all lists of users; changing a user invalidates them. */
export const USERS_KEY = 'users';

/** Viewing a person is recorded, so the person is fetched once, and not on every return to the window. */
export const personQuery = (id: number) =>
  queryOptions({
    queryKey: ['person', id],
    queryFn: (): Promise<ManagedUser> => service.call('GET /api/admin/users/{id}', id),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });

/** The sign-ins, passkeys, records, e-mails, consents and memberships of a person. */
export const personPartKey = (
  id: number,
  part: 'sign-ins' | 'passkeys' | 'records' | 'mails' | 'consents' | 'memberships',
) => ['person-part', id, part] as const;

export const tenantsQuery = queryOptions({ queryKey: ['tenants', 'all'], queryFn: allTenants, staleTime: 300_000 });

const MOST_PAGES = 10;

async function allTenants(): Promise<readonly TenantInTree[]> {
  const found: TenantInTree[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const { items, next_cursor } = await service.call('GET /api/admin/tenants', { limit: MOST_ON_A_PAGE, cursor });
    found.push(...items);
    if (next_cursor === null) break;
    cursor = next_cursor;
  }
  return found.toSorted(tenantOrder('name'));
}

export const nameOf: (person: Pick<User, 'full_name' | 'email'>) => string = nameOrAddress;
