import type { ReactNode } from 'react';

/** `InFile`: the names of the columns of the list's file. */
export type Column<Row, InFile extends string = string> = ColumnParts<Row> &
  (
    | { readonly key: InFile; readonly file?: readonly InFile[] }
    /** The columns that hold the same in the file; without them one, named as the key. */
    | { readonly key: string; readonly file: readonly InFile[] }
  );

interface ColumnParts<Row> {
  readonly head: string;
  /** Shown whatever columns are chosen. */
  readonly always?: boolean;
  readonly show: (row: Row) => ReactNode;
  /**
   * Hidden where space is short: on phones, on tablets as well, or on small laptops as well. Its content must also appear
   * in another column or behind the row.
   */
  readonly wideOnly?: boolean | 'tablet' | 'laptop';
  readonly numeric?: boolean;
  /** Only has controls, so it is not printed. */
  readonly screenOnly?: boolean;
  /** Takes the remaining width and truncates its content. */
  readonly grows?: boolean;
  /** In pixels. Where every other column has one, columns stand still whatever rows come. */
  readonly width?: number;
  /** On phones and tablets, where it differs. */
  readonly narrowWidth?: number;
  readonly sort?: ColumnSort;
}

/** The orders that the service offers by this column. */
export interface ColumnSort {
  readonly up: string;
  readonly down: string;
  readonly first?: 'down';
}

export interface Sorting {
  readonly by: string;
  readonly onSort: (by: string) => void;
}

/** Rows that stand below others. Right opens one and Left closes it, or they lead to what is below and above. */
export interface Tree<Row> {
  /** From 1; `open` says whether what is below is shown, if anything is. */
  readonly placeOf: (row: Row) => { readonly level: number; readonly open: boolean | undefined };
  readonly onFold: (row: Row, open: boolean) => void;
}

export interface Choice {
  readonly chosen: ReadonlySet<number>;
  readonly choose: (ids: ReadonlySet<number>) => void;
  /** Why a row cannot be selected; by default all can. */
  readonly whyNot?: (id: number) => string | undefined;
}

/** What head and body cells of a column share. */
export const cellMarks = ({ wideOnly, numeric, grows, screenOnly }: Column<never>) => ({
  'data-wide-only': wideOnly || undefined,
  'data-numeric': numeric || undefined,
  'data-grows': grows || undefined,
  'data-screen-only': screenOnly || undefined,
});
