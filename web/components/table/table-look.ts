import { arranged } from './column-order.ts';
import type { Column } from './table-parts.ts';

/** How somebody wants a table to look. */
export interface Look {
  readonly dense: boolean;
  readonly columns: readonly string[];
  /** All columns that were ever put in order, shown or not; empty until somebody moves one. */
  readonly order: readonly string[];
}

/** By name: filters and order as in the address, and how the table looks. */
export interface SavedView {
  readonly name: string;
  readonly search: Search;
  readonly look: Look;
}
type Search = Readonly<Record<string, string | undefined>>;

export interface KeptLook {
  readonly look: Look;
  readonly views: readonly SavedView[];
}

/** What a table lets people change, declared once beside its columns. */
export interface TableLook {
  /** The browser keeps the look under this name. */
  readonly name: string;
  /** The columns of tall rows, and those of dense ones, until somebody chooses others. */
  readonly roomy: readonly string[];
  readonly dense: readonly string[];
  /** The members of the address that a view keeps; without them its views are kept elsewhere. */
  readonly kept?: readonly string[];
  /** Those that it clears only, as the text searched for: they may name somebody. */
  readonly cleared?: readonly string[];
}

/** The columns that suit it. */
export const lookOf = ({ dense, roomy }: TableLook, isDense: boolean, order: readonly string[] = []): Look => ({
  dense: isDense,
  columns: isDense ? dense : roomy,
  order,
});

export const isShown = (look: Look, { key, always }: Pick<Column<never>, 'key' | 'always'>): boolean =>
  always === true || look.columns.includes(key);

/** What is shown, as the columns of the list's file. */
export const fileColumns = (columns: readonly FileColumn[], look: Look): string => {
  const shown = arranged(columns, look).filter((column) => isShown(look, column));
  return [...new Set(shown.flatMap(({ file, key }) => file ?? [key]))].join(',');
};

export type FileColumn = Pick<Column<never>, 'key' | 'always' | 'file'>;

export const searchToSave = ({ kept = [] }: TableLook, state: Search): Search =>
  Object.fromEntries(kept.flatMap((name) => (state[name] ? [[name, state[name]]] : [])));

/** Opens a view: what it does not name is cleared. */
export const searchOf = (
  { kept = [], cleared = [] }: TableLook,
  { search }: SavedView,
): Record<string, string | undefined> => Object.fromEntries([...cleared, ...kept].map((name) => [name, search[name]]));

/** From the browser's storage, which anybody may have changed. */
export function readLook(table: TableLook, text: string | null): KeptLook {
  try {
    const kept = JSON.parse(text ?? 'null') as { look?: Partial<AnyLook>; views?: Partial<AnyView>[] } | null;
    return {
      look: isLook(kept?.look) ? withOrder(kept.look) : lookOf(table, false),
      views: Array.isArray(kept?.views)
        ? kept.views.filter(isView).map(({ name, search, look }) => ({ name, search, look: withOrder(look) }))
        : [],
    };
  } catch {
    return { look: lookOf(table, false), views: [] };
  }
}

type AnyLook = Omit<Look, 'order'> & { readonly order?: unknown };

const isLook = (look: Partial<AnyLook> | undefined): look is AnyLook =>
  typeof look?.dense === 'boolean' && Array.isArray(look.columns);

const withOrder = ({ dense, columns, order }: AnyLook): Look => ({
  dense,
  columns,
  order: Array.isArray(order) ? order.map(String) : [],
});

type AnyView = Omit<SavedView, 'look'> & { readonly look: AnyLook };

const isView = (view: Partial<AnyView> | null): view is AnyView =>
  typeof view?.name === 'string' &&
  typeof view.search === 'object' &&
  view.search !== null &&
  Object.values(view.search).every((value) => typeof value === 'string') &&
  isLook(view.look);
