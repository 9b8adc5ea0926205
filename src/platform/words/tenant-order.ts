import { beginsWords } from './begun-words.ts';
import { inCroatianOrder } from './croatian-order.ts';

export const TENANT_SORTS = ['name', '-name', 'created', '-created'] as const;
export type TenantSort = (typeof TENANT_SORTS)[number];

interface Sorted {
  readonly id: number;
  readonly name: string;
  readonly created_at: string;
}

const byName = (one: Sorted, other: Sorted): number => inCroatianOrder(one.name, other.name) || one.id - other.id;
const byAge = (one: Sorted, other: Sorted): number =>
  one.created_at.localeCompare(other.created_at) || one.id - other.id;

/** Compares two tenants for the list and its export. Both sort all tenants in memory, since they are few. */
export const tenantOrder =
  (sort: TenantSort) =>
  (one: Sorted, other: Sorted): number => {
    const compare = sort.endsWith('name') ? byName : byAge;
    return sort.startsWith('-') ? compare(other, one) : compare(one, other);
  };

/** Whether a search finds a tenant: each word typed must begin a word of its name or short name. */
export const isTenantFound = (
  typed: string,
  { name, slug }: { readonly name: string; readonly slug: string },
): boolean => typed.trim() === '' || beginsWords(`${name} ${slug}`, typed);
