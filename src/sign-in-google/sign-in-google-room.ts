import type { Settings } from '../config/settings.ts';
import { defineRoom } from '../room/define-room.ts';
import type { SignInDeps } from '../sign-in/sign-in-deps.ts';
import { googleVerifier } from './google-credential.ts';
import { googleKeys } from './google-keys.ts';
import { findLinkedUsers } from './google-links-store.ts';
import { googlePersonalData } from './google-personal-data.ts';
import { googleRoutes } from './google-routes.ts';

interface SignInGoogleRoomDeps extends Omit<SignInDeps, 'settings'> {
  readonly settings: Settings;
}

export const signInGoogleRoom = defineRoom({
  name: 'sign-in-google',
  wayIn: findLinkedUsers,
  personalData: () => googlePersonalData,
  open: (deps: SignInGoogleRoomDeps) => {
    const { clock, settings } = deps;
    const { clientId, keysUrl } = settings.google;
    const verifyGoogle =
      clientId === '' ? undefined : googleVerifier({ clientId, keys: googleKeys(keysUrl, clock), clock });
    return { routes: googleRoutes({ ...deps, verifyGoogle }) };
  },
});
