import type { Settings } from '../../platform/config/settings.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { SignInDeps } from '../login/sign-in-deps.ts';
import { VOUCHED } from '../login/sign-in-vouched.ts';
import { googleActions } from './google-actions.ts';
import { googleVerifier } from './google-credential.ts';
import { googleKeys } from './google-keys.ts';
import { findLinkedUsers } from './google-links-store.ts';
import { googleMails } from './google-mails.ts';
import { googlePersonalData } from './google-personal-data.ts';
import { googleRoutes } from './google-routes.ts';
import { googleSettings } from './google-settings.ts';
import { journalledGoogleLink } from './journalled-google-link.ts';
import { GOOGLE_WAY, resumeWithGoogle } from './sign-in-with-google.ts';
import { takeBackGoogle } from './take-back-google.ts';

interface GoogleRoomDeps extends Omit<SignInDeps, 'settings'> {
  readonly settings: Settings;
}

export const googleRoom = defineRoom({
  name: 'google',
  settings: googleSettings,
  auditActions: googleActions,
  mails: googleMails,
  wayIn: findLinkedUsers,
  personalData: () => googlePersonalData,
  takeBack: takeBackGoogle,
  journalledStates: [journalledGoogleLink],
  open: (deps: GoogleRoomDeps, { findUsersWithWayIn }) => {
    const { clock, settings } = deps;
    const { clientId, keysUrl } = settings.google;
    const verifyGoogle =
      clientId === '' ? undefined : googleVerifier({ clientId, keys: googleKeys(keysUrl, clock), clock });
    return {
      signIn: { resumed: { [GOOGLE_WAY]: { proved: VOUCHED, resume: resumeWithGoogle(deps.keys) } } },
      routes: googleRoutes({ ...deps, verifyGoogle, findUsersWithWayIn }),
    };
  },
});
