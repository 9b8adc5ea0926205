import { useEffect, useEffectEvent } from 'react';
import { isCovered, isTypedInto, standsBeside } from './beside.ts';

const STEPS: Readonly<Record<string, 1 | -1>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };
/** Where arrows walk: elsewhere in the drawer they scroll, or choose a tab. */
const ARROWS_WALK = '.side-drawer, .side-drawer [data-walks] *, .data-table tr, .person-opens';

/** While an entry is open beside its list, J and K lead to the next and the previous one, and so do the arrows where nothing else needs them. */
export function useWalk(isOpen: boolean, step: (by: 1 | -1) => void): void {
  const walk = useEffectEvent(step);
  useEffect(() => {
    if (!isOpen) return;
    const listen = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event;
      const by = STEPS[key];
      if (by === undefined || ctrlKey || metaKey || altKey || shiftKey || isTypedInto(target)) return;
      const walks = key.length === 1 || (target instanceof Element && target.matches(`body, ${ARROWS_WALK}`));
      if (!walks || !standsBeside() || isCovered()) return;
      event.preventDefault();
      walk(by);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [isOpen]);
}
