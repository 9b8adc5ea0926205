import type { SecondFactors } from '../../accounts/policy/second-factors.ts';
import type { Settings } from '../../platform/config/settings.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import { signInActions } from './login-actions.ts';
import { signInMails } from './login-mails.ts';
import { pendingProof } from './pending-sign-in.ts';
import { signInByLink } from './sign-in-by-link.ts';
import type { SignInDeps } from './sign-in-deps.ts';
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
