import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** The row or card whose entry the drawer shows. */
const OPEN = '.frame-main [data-open]:is(tr, li)';

const openRow = (): HTMLElement | null => document.querySelector<HTMLElement>(OPEN);

/**
 * The list makes room for the drawer and takes it back: the row in question stays where the reader looks at it. When the drawer closes, the
 * focus goes to the row shown last, which need not be the one that was opened first.
 */
export function useOpenRow(drawer: RefObject<HTMLElement | null>): void {
  // At the first render the page still stands as it did before.
  const [before] = useState(() => placeOf(document.activeElement?.closest<HTMLElement>('tr, li') ?? null));
  const last = useRef<HTMLElement | null>(null);
  useEffect(() => {
    last.current = openRow();
  });
  useLayoutEffect(() => {
    keepPlace(before);
    const element = drawer.current;
    return () => {
      const row = openRow() ?? last.current;
      const place = placeOf(row);
      const hadFocus = element?.contains(document.activeElement) ?? false;
      queueMicrotask(() => {
        keepPlace(place);
        if (row?.isConnected && (hadFocus || document.activeElement === document.body)) focusIn(row);
      });
    };
  }, [before, drawer]);
}

interface Place {
  readonly row: HTMLElement;
  readonly top: number;
}

function placeOf(row: HTMLElement | null): Place | undefined {
  return row ? { row, top: row.getBoundingClientRect().top } : undefined;
}

function keepPlace(place: Place | undefined): void {
  if (place === undefined || !place.row.isConnected) return;
  const moved = place.row.getBoundingClientRect().top - place.top;
  if (Math.abs(moved) >= 1) scrollBy({ top: moved, behavior: 'instant' });
}

function focusIn(row: HTMLElement): void {
  const reached = row.matches('[tabindex]') ? row : row.querySelector<HTMLElement>('button, a[href]');
  reached?.focus({ preventScroll: true });
}
