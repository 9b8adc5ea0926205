let leaving = false;

/**
 * Stylesheets still loading when the page is left never arrive. Vite reports that as a fault of the page, which nobody sees
 * any more. On a page that stays, it is one: without its styles it must not be shown.
 */
export function expectLeaving(): void {
  addEventListener('beforeunload', () => {
    leaving = true;
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) leaving = false; // back from the cache; the first load fires the same event without it
  });
  addEventListener('vite:preloadError', (event) => {
    if (leaving && event.payload.message.includes('preload CSS')) event.preventDefault();
  });
}
