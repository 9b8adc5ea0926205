import { PAGE_PATHS } from './page-paths.ts';

let token: string | undefined;

/**
 * Takes the token of a mailed link out of the address before anything else runs: history, bookmarks and whoever looks over
 * a shoulder must not get it. It lives in memory only, so a page that is loaded again asks for the link again.
 */
export function hideLinkToken(): void {
  if (location.pathname !== PAGE_PATHS.resetPassword && location.pathname !== PAGE_PATHS.setupPassword) return;
  const sent = new URLSearchParams(location.search).get('token');
  if (sent === null) return;
  token = sent;
  history.replaceState(null, '', location.pathname);
}

export const linkToken = (): string | undefined => token;
