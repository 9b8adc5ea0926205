import type { Role, User, UserStatus, UsersQuery } from '../../client/wire-types.ts';
import { ROLES } from '../people/may-manage.ts';
import type { AddressState } from '../routing/page-search.ts';

export const STATUSES: readonly UserStatus[] = ['invited', 'active', 'suspended', 'deleted'];
export const SORTS = ['name', '-name', '-created', 'created'] as const;

export interface UsersFilter {
  readonly q: string;
  readonly role: Role | '';
  readonly status: UserStatus | '';
  readonly tenant: string;
  readonly sort: (typeof SORTS)[number];
}

/** Unknown values are ignored: a link may be old or mistyped. */
export const filterFrom = (state: AddressState): UsersFilter => ({
  q: state.q ?? '',
  role: ROLES.find((role) => role === state.role) ?? '',
  status: STATUSES.find((status) => status === state.status) ?? '',
  tenant: /^[1-9]\d{0,8}$/.test(state.tenant_id ?? '') ? (state.tenant_id ?? '') : '',
  sort: SORTS.find((sort) => sort === state.sort) ?? 'name',
});

export const narrows = ({ q, role, status, tenant }: UsersFilter): boolean => Boolean(q || role || status || tenant);

export const NO_FILTER = { q: undefined, role: undefined, status: undefined, tenant_id: undefined } as const;

export function queryFrom({ q, role, status, tenant, sort }: UsersFilter, cursor: string | undefined): UsersQuery {
  const query: { -readonly [Member in keyof UsersQuery]: UsersQuery[Member] } = { sort, limit: 50 };
  if (q) query.q = q;
  if (role) query.role = role;
  if (status) query.status = status;
  if (tenant) query.tenant_id = Number(tenant);
  if (cursor) query.cursor = cursor;
  return query;
}

/** The selected people, as last seen in the list, so that a selection survives several searches. */
export type Chosen = ReadonlyMap<number, User>;
export const NOBODY: Chosen = new Map();
