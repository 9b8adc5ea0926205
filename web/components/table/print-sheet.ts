import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';

/** While there is one, no table puts its own rows on paper. */
export const SHEET = 'list-sheet';

/** Prints something made for paper alone, below the head that every printed page has. It is there no longer than the printing. */
export function printSheet(sheet: ReactNode): void {
  const place = document.createElement('div');
  place.className = `${SHEET} only-print`;
  document.querySelector('.frame-main')?.append(place);
  const root = createRoot(place);
  flushSync(() => root.render(sheet)); // the browser lays the paper out as soon as it is asked to print
  addEventListener(
    'afterprint',
    () => {
      root.unmount();
      place.remove();
    },
    { once: true },
  );
  print();
}
