import { useCallback, useState } from 'react';
import { viewer } from '../../auth/rights.ts';
import { type KeptLook, type Look, readLook, type SavedView, type TableLook } from './table-look.ts';

const MOST_VIEWS = 20;

export interface TableLooks extends KeptLook {
  readonly table: TableLook;
  readonly show: (look: Look) => void;
  readonly save: (view: SavedView) => void;
  readonly remove: (name: string) => void;
}

/**
 * How a table looks to an account in this browser. Not kept by the service: a view is an address, which a link hands on, and
 * what is not there need be neither exported nor erased.
 */
export function useTableLook(table: TableLook): TableLooks {
  const key = `iskaznica_${table.name}_${viewer()?.id}`;
  const [kept, setKept] = useState(() => readLook(table, localStorage.getItem(key)));
  const keep = useCallback(
    (next: KeptLook) => {
      localStorage.setItem(key, JSON.stringify(next));
      setKept(next);
    },
    [key],
  );
  const others = (name: string) => kept.views.filter((view) => view.name !== name);
  return {
    ...kept,
    table,
    show: (look) => keep({ ...kept, look }),
    save: (view) => keep({ ...kept, views: [...others(view.name), view].slice(-MOST_VIEWS) }),
    remove: (name) => keep({ ...kept, views: others(name) }),
  };
}
