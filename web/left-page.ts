let leaving = false;

/**
 * Styles that were still coming when the page is left never arrive. Vite takes that for a fault of the page and throws, into
 * a page that nobody sees any more. On a page that stays it is one: without its styles it must not be shown.
 */
export function expectLeaving(): void {
  addEventListener('beforeunload', () => {
    leaving = true;
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) leaving = false; // back again; the end of the first loading comes as the same event, after being left too
  });
  addEventListener('vite:preloadError', (event) => {
    if (leaving && event.payload.message.includes('preload CSS')) event.preventDefault();
  });
}
