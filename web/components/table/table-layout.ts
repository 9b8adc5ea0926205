import { arranged } from './column-order.ts';
import type { Column } from './table-parts.ts';

/** How somebody has laid out a table. */
export interface TableLayout {
  readonly dense: boolean;
  readonly columns: readonly string[];
  /** All columns that were ever put in order, shown or not; empty until somebody moves one. */
  readonly order: readonly string[];
}

/** By name: filters and order as in the address, and the layout of the table. */
export interface SavedView {
  readonly name: string;
  readonly search: Search;
  readonly layout: TableLayout;
}
type Search = Readonly<Record<string, string | undefined>>;

export interface StoredLayout {
  /** Undefined until somebody chooses one. */
  readonly layout: TableLayout | undefined;
  readonly views: readonly SavedView[];
}

/** What a table lets people change, declared once beside its columns. */
export interface TableOptions {
  /** The browser stores the layout under this name. */
  readonly name: string;
  /** The columns of tall rows, and those of dense ones, until somebody chooses others. */
  readonly roomy: readonly string[];
  readonly dense: readonly string[];
  /** On wide screens, a list of more has dense rows until somebody chooses others. */
  readonly roomyUpTo?: number;
  /** The members of the address that a view keeps; without them its views are kept elsewhere. */
  readonly kept?: readonly string[];
  /** Those that it clears only, as the text searched for: they may name somebody. */
  readonly cleared?: readonly string[];
}

/** The columns that suit it. */
export const layoutOf = (
  { dense, roomy }: TableOptions,
  isDense: boolean,
  order: readonly string[] = [],
): TableLayout => ({
  dense: isDense,
  columns: isDense ? dense : roomy,
  order,
});

/** What a table begins with. @param count how many there are; undefined until that is known */
export const firstLayoutOf = (table: TableOptions, isWide: boolean, count: number | undefined): TableLayout =>
  layoutOf(table, isWide && count !== undefined && count > (table.roomyUpTo ?? Infinity));

export const isVisible = (layout: TableLayout, { key, always }: Pick<Column<never>, 'key' | 'always'>): boolean =>
  always === true || layout.columns.includes(key);

/** What is shown, as the columns of the list's file. */
export const fileColumns = (columns: readonly FileColumn[], layout: TableLayout): string => {
  const shown = arranged(columns, layout).filter((column) => isVisible(layout, column));
  return [...new Set(shown.flatMap(({ file, key }) => file ?? [key]))].join(',');
};

export type FileColumn = Pick<Column<never>, 'key' | 'always' | 'file'>;

export const searchToSave = ({ kept = [] }: TableOptions, state: Search): Search =>
  Object.fromEntries(kept.flatMap((name) => (state[name] ? [[name, state[name]]] : [])));

/** Opens a view: what it does not name is cleared. */
export const searchOf = (
  { kept = [], cleared = [] }: TableOptions,
  { search }: SavedView,
): Record<string, string | undefined> => Object.fromEntries([...cleared, ...kept].map((name) => [name, search[name]]));

/** From the browser's storage, which anybody may have changed. */
export function readStoredLayout(text: string | null): StoredLayout {
  try {
    const kept = JSON.parse(text ?? 'null') as { layout?: Partial<UncheckedLayout>; views?: Partial<AnyView>[] } | null;
    return {
      layout: isLayout(kept?.layout) ? withOrder(kept.layout) : undefined,
      views: Array.isArray(kept?.views)
        ? kept.views.filter(isView).map(({ name, search, layout }) => ({ name, search, layout: withOrder(layout) }))
        : [],
    };
  } catch {
    return { layout: undefined, views: [] };
  }
}

type UncheckedLayout = Omit<TableLayout, 'order'> & { readonly order?: unknown };

const isLayout = (layout: Partial<UncheckedLayout> | undefined): layout is UncheckedLayout =>
  typeof layout?.dense === 'boolean' && Array.isArray(layout.columns);

const withOrder = ({ dense, columns, order }: UncheckedLayout): TableLayout => ({
  dense,
  columns,
  order: Array.isArray(order) ? order.map(String) : [],
});

type AnyView = Omit<SavedView, 'layout'> & { readonly layout: UncheckedLayout };

const isView = (view: Partial<AnyView> | null): view is AnyView =>
  typeof view?.name === 'string' &&
  typeof view.search === 'object' &&
  view.search !== null &&
  Object.values(view.search).every((value) => typeof value === 'string') &&
  isLayout(view.layout);
