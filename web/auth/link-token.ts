import { PAGE_PATHS } from '../routing/page-paths.ts';

let token: string | undefined;

/**
 * Removes the token of a mailed link from the URL before anything else runs, to keep it out of history, bookmarks and
 * sight. It is kept in memory only, so reloading the page requires opening the link again.
 */
export function hideLinkToken(): void {
  if (location.pathname !== PAGE_PATHS.resetPassword && location.pathname !== PAGE_PATHS.setupPassword) return;
  const sent = new URLSearchParams(location.search).get('token');
  if (sent === null) return;
  token = sent;
  history.replaceState(null, '', location.pathname);
}

export const linkToken = (): string | undefined => token;
