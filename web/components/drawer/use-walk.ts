import { useEffect, useEffectEvent, useRef } from 'react';
import { isCovered, isTypedInto, standsBeside } from './beside.ts';

const STEPS: Readonly<Record<string, 1 | -1>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };
/** Where arrows walk: elsewhere in the drawer they scroll, or choose a tab. */
const ARROWS_WALK = '.side-drawer, .side-drawer [data-walks] *, .data-table tr, .person-opens';

export interface Walk {
  readonly openId: number | undefined;
  /** The entry after or before another one; undefined at the end of the list. */
  readonly beside: (id: number, by: 1 | -1) => number | undefined;
  readonly open: (id: number) => void;
}

/**
 * While an entry is open beside its list, J and K lead to the next and the previous one, and so do the arrows where nothing else needs them.
 * Keys may come faster than the page shows entries: each leads on from the entry the last one asked for, so none is lost.
 */
export function useWalk({ openId, beside, open }: Walk): void {
  const asked = useRef<number | undefined>(undefined);
  const step = useEffectEvent((by: 1 | -1) => {
    const from = asked.current ?? openId;
    const next = from === undefined ? undefined : beside(from, by);
    if (next === undefined) return;
    asked.current = next;
    open(next);
  });
  useEffect(() => {
    if (asked.current === openId) asked.current = undefined;
  }, [openId]);
  const isOpen = openId !== undefined;
  useEffect(() => {
    if (!isOpen) return;
    const stop = () => {
      asked.current = undefined;
    };
    const listen = (event: KeyboardEvent) => {
      const by = directionOf(event);
      if (by === undefined) return stop();
      event.preventDefault();
      step(by);
    };
    addEventListener('keydown', listen);
    addEventListener('pointerdown', stop);
    return () => {
      stop();
      removeEventListener('keydown', listen);
      removeEventListener('pointerdown', stop);
    };
  }, [isOpen]);
}

/** Where a key leads; undefined if it is for something else. */
function directionOf({ key, target, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): 1 | -1 | undefined {
  const by = STEPS[key];
  if (by === undefined || ctrlKey || metaKey || altKey || shiftKey || isTypedInto(target)) return undefined;
  const walks = key.length === 1 || (target instanceof Element && target.matches(`body, ${ARROWS_WALK}`));
  return walks && standsBeside() && !isCovered() ? by : undefined;
}
