import { MOST_ON_A_PAGE, ROLES } from '../../client/wire-limits.ts';
import type {
  InvitationOfPerson,
  Role,
  SelectionFilter,
  User,
  UserStatus,
  UsersQuery,
} from '../../client/wire-types.ts';
import type { AddressState } from '../routing/pages.ts';

export const STATUSES: readonly UserStatus[] = ['invited', 'active', 'suspended', 'deleted'];
export const INVITATIONS: readonly InvitationOfPerson[] = ['none', 'pending', 'expired', 'accepted'];
export const SIGNED_IN = ['never', 'ever'] as const;
export const SORTS = ['name', '-name', '-created', 'created', '-last_login', 'last_login'] as const;

export interface UsersFilter {
  readonly q: string;
  readonly role: Role | '';
  readonly status: UserStatus | '';
  readonly invitation: InvitationOfPerson | '';
  readonly signedIn: (typeof SIGNED_IN)[number] | '';
  readonly tenant: string;
  readonly sort: (typeof SORTS)[number];
}

/** Unknown values are ignored: a link may be old or mistyped. */
export const filterFrom = (state: AddressState): UsersFilter => ({
  q: state.q ?? '',
  role: ROLES.find((role) => role === state.role) ?? '',
  status: STATUSES.find((status) => status === state.status) ?? '',
  invitation: INVITATIONS.find((invitation) => invitation === state.invitation) ?? '',
  signedIn: SIGNED_IN.find((signedIn) => signedIn === state.signed_in) ?? '',
  tenant: /^[1-9]\d{0,8}$/.test(state.tenant_id ?? '') ? (state.tenant_id ?? '') : '',
  sort: SORTS.find((sort) => sort === state.sort) ?? 'name',
});

export const narrows = ({ q, role, status, invitation, signedIn, tenant }: UsersFilter): boolean =>
  Boolean(q || role || status || invitation || signedIn || tenant);

export const NO_FILTER = {
  q: undefined,
  role: undefined,
  status: undefined,
  invitation: undefined,
  signed_in: undefined,
  tenant_id: undefined,
} as const;

/** The first page is there at once; whoever scrolls on gets longer ones, so that the end of a long list is near. */
const FIRST_PAGE = 50;

export function queryFrom(
  { q, role, status, invitation, signedIn, tenant, sort }: UsersFilter,
  cursor: string | undefined,
): UsersQuery {
  const query: { -readonly [Member in keyof UsersQuery]: UsersQuery[Member] } = {
    sort,
    limit: cursor ? MOST_ON_A_PAGE : FIRST_PAGE,
  };
  if (q) query.q = q;
  if (role) query.role = role;
  if (status) query.status = status;
  if (invitation) query.invitation = invitation;
  if (signedIn) query.signed_in = signedIn;
  if (tenant) query.tenant_id = Number(tenant);
  if (cursor) query.cursor = cursor;
  return query;
}

/** Whom the list shows, wherever it is scrolled to. */
export function selectionFrom(filter: UsersFilter): SelectionFilter {
  const { sort: _sort, limit: _limit, ...selection } = queryFrom(filter, undefined);
  return selection;
}

/** The selected people, as last seen in the list, so that a selection survives several searches. */
export type Chosen = ReadonlyMap<number, User>;
export const NOBODY: Chosen = new Map();
