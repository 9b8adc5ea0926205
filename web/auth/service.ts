import { type ClientOptions, createClient, loginPathFor } from '../../client/iskaznica-client.ts';
import { PAGE_PATHS } from '../routing/pages.ts';
import { recordEndHere } from './ended-here.ts';
import { dropCodes } from './kept-codes.ts';
import { askForReauth } from './reauth-question.ts';
import { dropTyped, keepTyped } from './typed.ts';
import { rememberWhereTo } from './where-to.ts';

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
      if (reason === 'unauthorized') recordEndHere();
    }
    location.replace(loginPathFor(reason));
  },
};
/** The only client of these pages. */
export const service = createClient(options);

type Locks = ClientOptions['locks'];
