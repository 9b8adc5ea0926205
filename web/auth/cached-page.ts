import { viewer } from './rights.ts';

/**
 * Browsers keep a page that was left, and "back" shows it as it was. If its user has signed out since, or another has signed
 * in, it is emptied before anybody reads it, and loads anew.
 */
export function expectCachedPage(): void {
  let shownTo = viewer()?.id;
  addEventListener('pagehide', () => {
    shownTo = viewer()?.id;
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted || viewer()?.id === shownTo) return;
    document.body.replaceChildren();
    location.reload();
  });
}
