import { useCallback, useState } from 'react';
import { type KeptLook, type PeopleLook, readLook, type SavedView } from './people-look.ts';

const MOST_VIEWS = 20;

export interface PeopleLooks extends KeptLook {
  readonly show: (look: PeopleLook) => void;
  readonly save: (view: SavedView) => void;
  readonly remove: (name: string) => void;
}

/**
 * How the list of people looks to an account in this browser. Not kept by the service: a view is an address, which a link
 * hands on, and what is not there need be neither exported nor erased.
 */
export function usePeopleLook(accountId: number | undefined): PeopleLooks {
  const key = `iskaznica_people_${accountId}`;
  const [kept, setKept] = useState(() => readLook(localStorage.getItem(key)));
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
    show: (look) => keep({ ...kept, look }),
    save: (view) => keep({ ...kept, views: [...others(view.name), view].slice(-MOST_VIEWS) }),
    remove: (name) => keep({ ...kept, views: others(name) }),
  };
}
