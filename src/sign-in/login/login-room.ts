import type { SecondFactors } from '../../accounts/policy/second-factors.ts';
import type { Settings } from '../../platform/config/settings.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import { signInActions } from './login-actions.ts';
import { signInMails } from './login-mails.ts';
import { loginPersonalData } from './login-personal-data.ts';
import { loginRoutes } from './login-routes.ts';
import { passwordProof } from './password-proof.ts';
import { pendingProof } from './pending-sign-in.ts';
import { signInByLink } from './sign-in-by-link.ts';
import type { SignInDeps } from './sign-in-deps.ts';
import { signInRoutes } from './sign-in-routes.ts';
import { PASSWORD_PROVES, PASSWORD_WAY, resumeWithPassword } from './sign-in-with-password.ts';
import { totpFactor } from './totp-factor.ts';
import { waysIn } from './ways-in.ts';

interface LoginRoomDeps extends Omit<SignInDeps, 'settings' | 'waysIn'> {
  readonly factors: SecondFactors;
  readonly settings: Settings;
}

export const loginRoom = defineRoom({
  name: 'login',
  auditActions: signInActions,
  mails: signInMails,
  personalData: () => loginPersonalData,
  open: (needs: LoginRoomDeps, { contributed }) => {
    const ways = waysIn(() => contributed('signIn'));
    const deps = { ...needs, waysIn: ways };
    return {
      services: { waysIn: ways },
      signInByLink: signInByLink(deps, needs.factors.enrolTier),
      signIn: {
        firstProofs: [pendingProof(ways), passwordProof],
        secondFactors: [totpFactor(needs.keys)],
        resumed: { [PASSWORD_WAY]: { proved: PASSWORD_PROVES, resume: resumeWithPassword(needs.keys) } },
      },
      routes: () => [...signInRoutes(deps), ...loginRoutes(deps)],
    };
  },
});
