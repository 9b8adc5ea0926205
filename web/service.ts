import { createClient, loginPathFor } from '../client/iskaznica-client.ts';
import { PAGE_PATHS } from './page-paths.ts';
import { askForReauth } from './parts/reauth-question.ts';
import { dropTyped, keepTyped } from './parts/typed.ts';

const WHERE_TO = 'iskaznica_where_to';
const NEEDS_NOBODY: readonly string[] = [
  PAGE_PATHS.login,
  PAGE_PATHS.forgotPassword,
  PAGE_PATHS.resetPassword,
  PAGE_PATHS.setupPassword,
];

/** The one client of these pages. When the sign-in ends, the page is left as a whole: nothing of the person stays in memory. */
export const service = createClient({
  storage: localStorage,
  locks: navigator.locks as Locks | undefined,
  tabs: window,
  onReauthRequired: askForReauth,
  onSignedOut: (reason) => {
    if (NEEDS_NOBODY.includes(location.pathname)) return;
    if (reason === 'signed-out') dropTyped();
    else {
      rememberWhereTo();
      keepTyped();
    }
    location.replace(loginPathFor(reason));
  },
});

type Locks = NonNullable<Parameters<typeof createClient>[0]>['locks'];

/** So that signing in again leads back; it ends with the tab, and is no part of the address of the sign-in page. */
export const rememberWhereTo = (): void => sessionStorage.setItem(WHERE_TO, location.pathname + location.search);

/** A path of this origin, where somebody was on the way to one. */
export function takeWhereTo(): string | undefined {
  const path = sessionStorage.getItem(WHERE_TO) ?? '';
  sessionStorage.removeItem(WHERE_TO);
  return /^\/[^/\\]/.test(path) ? path : undefined;
}
