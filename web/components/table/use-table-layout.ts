import { useCallback, useState } from 'react';
import { viewer } from '../../auth/rights.ts';
import {
  readStoredLayout,
  type SavedView,
  type StoredLayout,
  type TableLayout,
  type TableOptions,
} from './table-layout.ts';

const MOST_VIEWS = 20;

export interface TableLayoutState extends StoredLayout {
  readonly table: TableOptions;
  readonly show: (layout: TableLayout) => void;
  readonly save: (view: SavedView) => void;
  readonly remove: (name: string) => void;
}

/**
 * The layout of a table for an account in this browser. Not kept by the service: a view is an address, which a link hands on, and
 * what is not there need be neither exported nor erased.
 */
export function useTableLayout(table: TableOptions): TableLayoutState {
  const key = `iskaznica_${table.name}_${viewer()?.id}`;
  const [kept, setKept] = useState(() => readStoredLayout(table, localStorage.getItem(key)));
  const keep = useCallback(
    (next: StoredLayout) => {
      localStorage.setItem(key, JSON.stringify(next));
      setKept(next);
    },
    [key],
  );
  const others = (name: string) => kept.views.filter((view) => view.name !== name);
  return {
    ...kept,
    table,
    show: (layout) => keep({ ...kept, layout }),
    save: (view) => keep({ ...kept, views: [...others(view.name), view].slice(-MOST_VIEWS) }),
    remove: (name) => keep({ ...kept, views: others(name) }),
  };
}
