import { type ClientOptions, createSignInClient, loginPathFor } from '../../client/sign-in-client.ts';
import { PAGE_PATHS } from '../routing/pages.ts';
import { noteEndedHere } from './ended-here.ts';
import { dropCodes } from './kept-codes.ts';
import { askForReauth } from './reauth-question.ts';
import { dropTyped, keepTyped } from './typed.ts';

const WHERE_TO = 'iskaznica_where_to';
const NEEDS_NOBODY: readonly string[] = [
  PAGE_PATHS.login,
  PAGE_PATHS.forgotPassword,
  PAGE_PATHS.resetPassword,
  PAGE_PATHS.setupPassword,
  PAGE_PATHS.newDevice,
  PAGE_PATHS.takeBack,
];

/** When the session ends, the page is left entirely, so no personal data stays in memory. */
export const options: { -readonly [Name in keyof ClientOptions]: ClientOptions[Name] } = {
  storage: localStorage,
  locks: navigator.locks as Locks | undefined,
  tabs: window,
  onReauthRequired: askForReauth,
  onSignedOut: (reason) => {
    if (reason !== 'expired') dropCodes();
    if (NEEDS_NOBODY.includes(location.pathname)) return;
    if (reason === 'signed-out') dropTyped();
    else {
      rememberWhereTo();
      keepTyped();
      if (reason === 'unauthorized') noteEndedHere();
    }
    location.replace(loginPathFor(reason));
  },
};
/** As much of the only client of these pages as signing in needs; `service.ts` has all of it. */
export const { session, connection } = createSignInClient(options);

type Locks = ClientOptions['locks'];

/** Signing in again leads back here. Kept per tab, and not in the URL of the sign-in page. */
export const rememberWhereTo = (): void => sessionStorage.setItem(WHERE_TO, location.pathname + location.search);

/** Signing in leads to this path. */
export const wantToGoTo = (path: string): void => sessionStorage.setItem(WHERE_TO, path);

export const whereTo = (): string => sessionStorage.getItem(WHERE_TO) ?? '';

/** A path on this origin that the user was heading for, if any. */
export function takeWhereTo(): string | undefined {
  const path = whereTo();
  sessionStorage.removeItem(WHERE_TO);
  return /^\/[^/\\]/.test(path) ? path : undefined;
}
