import { PAGE_PATHS } from '../routing/pages.ts';

const LINKED: readonly string[] = [
  PAGE_PATHS.resetPassword,
  PAGE_PATHS.setupPassword,
  PAGE_PATHS.newDevice,
  PAGE_PATHS.takeBack,
];

let token: string | undefined;

/**
 * Removes the token of a mailed link from the URL before anything else runs, to keep it out of history, bookmarks and
 * sight. It is kept in memory only, so reloading the page requires opening the link again.
 */
export function hideLinkToken(): void {
  if (!LINKED.includes(location.pathname)) return;
  const sent = new URLSearchParams(location.search).get('token');
  if (sent === null) return;
  token = sent;
  history.replaceState(null, '', location.pathname);
}

/** Hands a token on to the page that is opened next. */
export const keepLinkToken = (next: string): void => {
  token = next;
};

export const linkToken = (): string | undefined => token;
