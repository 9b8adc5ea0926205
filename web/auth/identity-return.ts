import { PAGE_PATHS } from '../routing/pages.ts';

/**
 * Sign-in with an account elsewhere: the browser goes through the service to the provider, and comes back with a ticket in
 * the fragment of the sign-in page, which no server and no referrer sees.
 */
const ASKED = 'iskaznica_identity';

export type IdentityPurpose = 'sign-in' | 'link';

const PROBLEMS = ['unknown', 'unavailable', 'cancelled', 'stale', 'refused', 'blocked'] as const;

export type IdentityReturn = { readonly purpose: IdentityPurpose } & (
  | { readonly ticket: string }
  | { readonly problem: (typeof PROBLEMS)[number] }
);

export function leaveForProvider(key: string, purpose: IdentityPurpose): void {
  sessionStorage.setItem(ASKED, purpose);
  location.assign(`/login/with/${encodeURIComponent(key)}${purpose === 'link' ? '?for=link' : ''}`);
}

/** Removed from the URL as soon as this module loads, before the router reads the URL. */
let returned = takeReturn();

function takeReturn(): IdentityReturn | undefined {
  if (location.pathname !== PAGE_PATHS.login) return undefined;
  const said = new URLSearchParams(location.hash.slice(1));
  const ticket = said.get('ticket');
  const problem = PROBLEMS.find((known) => known === said.get('error'));
  if (ticket === null && problem === undefined) return undefined;
  history.replaceState(null, '', location.pathname + location.search);
  const asked = sessionStorage.getItem(ASKED);
  sessionStorage.removeItem(ASKED);
  const purpose = said.get('for') === 'link' ? 'link' : 'sign-in';
  // An account is linked only if its owner asked for it on their own page in this tab.
  if (purpose === 'link' && asked !== 'link') return undefined;
  return ticket === null ? { purpose, problem: problem ?? 'refused' } : { purpose, ticket };
}

/** What a provider brought, handed out once and only for the given purpose. */
export function identityReturnFor(purpose: IdentityPurpose): IdentityReturn | undefined {
  if (returned?.purpose !== purpose) return undefined;
  const mine = returned;
  returned = undefined;
  return mine;
}

/** Whether what a provider brought is something that the user's own page waits for. */
export const identityReturnsToOwnPage = (): boolean => returned?.purpose === 'link';
