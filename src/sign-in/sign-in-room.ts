import type { Settings } from '../config/settings.ts';
import type { SecondFactors } from '../policy/second-factors.ts';
import { defineRoom } from '../room/define-room.ts';
import { pendingProof } from './pending-sign-in.ts';
import { signInActions } from './sign-in-actions.ts';
import { signInByLink } from './sign-in-by-link.ts';
import type { SignInDeps } from './sign-in-deps.ts';
import { signInMails } from './sign-in-mails.ts';
import { signInRoutes } from './sign-in-routes.ts';
import { totpFactor } from './totp-factor.ts';
import { waysIn } from './ways-in.ts';

interface SignInRoomDeps extends Omit<SignInDeps, 'settings' | 'waysIn'> {
  readonly factors: SecondFactors;
  readonly settings: Settings;
}

export const signInRoom = defineRoom({
  name: 'sign-in',
  auditActions: signInActions,
  mails: signInMails,
  open: (deps: SignInRoomDeps) => {
    const ways = waysIn();
    ways.addSecondFactor(totpFactor(deps.keys));
    ways.addFirstProof(pendingProof(ways));
    const withWays = { ...deps, waysIn: ways };
    return {
      offers: { signInByLink: signInByLink(withWays, deps.factors.enrolTier), waysIn: ways },
      routes: signInRoutes(withWays),
    };
  },
});
