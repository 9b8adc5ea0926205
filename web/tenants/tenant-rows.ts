import type { TenantInTree } from '../../client/wire-types.ts';
import { isTenantFound, type TenantSort, tenantOrder } from '../../src/platform/words/tenant-order.ts';

/** A line of the list of tenants. */
export interface TenantRow extends TenantInTree {
  /** From 1. */
  readonly level: number;
  /** Whether what is below it is shown; `undefined` where nothing is, or where a search shows it in any case. */
  readonly open: boolean | undefined;
  /** Whether the search finds it; what is above something found is shown too. */
  readonly found: boolean;
}

/** Whether any stands below another. */
export const isTree = (tenants: readonly TenantInTree[]): boolean =>
  tenants.some(({ parent_id }) => parent_id !== null);

interface TreeState {
  readonly q: string;
  readonly sort: TenantSort;
  /** Those below which nothing is shown. */
  readonly folded: ReadonlySet<number>;
}

/** Each tenant below what it belongs to, brothers in the order asked for. */
export function tenantRows(tenants: readonly TenantInTree[], { q, sort, folded }: TreeState): readonly TenantRow[] {
  const isSearch = q.trim() !== '';
  const found = new Set(tenants.filter((tenant) => isTenantFound(q, tenant)).map(({ id }) => id));
  const kept = new Set(tenants.flatMap(({ id, path }) => (found.has(id) ? [id, ...path] : [])));
  const ids = new Set(tenants.map(({ id }) => id));
  const shown = tenants.filter(({ id }) => kept.has(id)).toSorted(tenantOrder(sort));
  const below = Map.groupBy(shown, ({ parent_id }) => (parent_id !== null && ids.has(parent_id) ? parent_id : null));
  const rowsBelow = (parent: number | null, level: number): readonly TenantRow[] =>
    (below.get(parent) ?? []).flatMap((tenant) => {
      const { id } = tenant;
      const isOpen = isSearch || !folded.has(id);
      const open = isSearch || !below.has(id) ? undefined : isOpen;
      return [{ ...tenant, level, open, found: found.has(id) }, ...(isOpen ? rowsBelow(id, level + 1) : [])];
    });
  return rowsBelow(null, 1);
}

/** Where one may be moved: not below itself. */
export const placesFor = (tenants: readonly TenantInTree[], { id }: TenantInTree): readonly TenantRow[] =>
  tenantRows(
    tenants.filter(({ path }) => !path.includes(id)),
    { q: '', sort: 'name', folded: new Set() },
  );
