import { useMediaQuery } from '@mantine/hooks';
import { useCallback, useState } from 'react';
import { viewer } from '../../auth/rights.ts';
import {
  firstLayoutOf,
  readStoredLayout,
  type SavedView,
  type StoredLayout,
  type TableLayout,
  type TableOptions,
} from './table-layout.ts';

const MOST_VIEWS = 20;

/** Where a dense row has room for what a tall one says. */
const WIDE = '(min-width: 75em)';

export interface TableLayoutState extends Omit<StoredLayout, 'layout'> {
  readonly layout: TableLayout;
  /** Whether it depends on a count that is not known yet. */
  readonly isUndecided: boolean;
  readonly table: TableOptions;
  readonly show: (layout: TableLayout) => void;
  readonly save: (view: SavedView) => void;
  readonly remove: (name: string) => void;
}

/**
 * The layout of a table for an account in this browser. Not kept by the service: a view is an address, which a link hands on, and
 * what is not there need be neither exported nor erased.
 * @param count how many rows the table has without a filter, where its first layout depends on it
 */
export function useTableLayout(table: TableOptions, count?: number): TableLayoutState {
  const key = `iskaznica_${table.name}_${viewer()?.id}`;
  const [kept, setKept] = useState(() => readStoredLayout(localStorage.getItem(key)));
  const keep = useCallback(
    (next: StoredLayout) => {
      localStorage.setItem(key, JSON.stringify(next));
      setKept(next);
    },
    [key],
  );
  const isWide = useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false }) ?? false;
  const others = (name: string) => kept.views.filter((view) => view.name !== name);
  return {
    ...kept,
    layout: kept.layout ?? firstLayoutOf(table, isWide, count),
    isUndecided: kept.layout === undefined && isWide && table.roomyUpTo !== undefined && count === undefined,
    table,
    show: (layout) => keep({ ...kept, layout }),
    save: (view) => keep({ ...kept, views: [...others(view.name), view].slice(-MOST_VIEWS) }),
    remove: (name) => keep({ ...kept, views: others(name) }),
  };
}
