import type { Query } from '../../client/route-types.ts';
import { ROLES } from '../../client/wire-limits.ts';
import type { Role, UsersQuery } from '../../client/wire-types.ts';
import type { AddressState } from '../routing/pages.ts';

/** The thirty letters in order; a digraph is one letter. */
export const LETTERS: readonly string[] = 'A B C Č Ć D Dž Đ E F G H I J K L Lj M N Nj O P R S Š T U V Z Ž'.split(' ');

export const GROUPINGS = ['letter', 'role', 'tenant'] as const;

export interface CardsFilter {
  readonly q: string;
  readonly role: Role | '';
  readonly tenant: string;
  readonly group: (typeof GROUPINGS)[number];
  /** The letter at which the list starts. */
  readonly from: string;
}

/** Unknown values are ignored: a link may be old or mistyped. */
export const cardsFilter = (state: AddressState): CardsFilter => ({
  q: state.q ?? '',
  role: ROLES.find((role) => role === state.role) ?? '',
  tenant: /^[1-9]\d{0,8}$/.test(state.tenant_id ?? '') ? (state.tenant_id ?? '') : '',
  group: GROUPINGS.find((group) => group === state.group) ?? 'letter',
  from: LETTERS.find((letter) => letter === state.from) ?? '',
});

export type Whom = Pick<CardsFilter, 'q' | 'role' | 'tenant'>;

export const peopleQuery = ({ q, role, tenant }: Whom): Omit<Query<'GET /api/admin/users/export'>, 'format'> => ({
  ...(q ? { q } : {}),
  ...(role ? { role } : {}),
  ...(tenant ? { tenant_id: Number(tenant) } : {}),
});

export const pageQuery = (whom: Whom, from: string, cursor: string | undefined, limit: number): UsersQuery => ({
  ...peopleQuery(whom),
  ...(cursor ? { cursor } : from ? { from } : {}),
  limit,
});
