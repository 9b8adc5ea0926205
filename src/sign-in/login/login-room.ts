import type { SecondFactors } from '../../accounts/permissions/second-factors.ts';
import type { PersonalDataContributor } from '../../platform/database/personal-data.ts';
import { rowsOfPerson } from '../../platform/database/personal-rows.ts';
import { typedCode } from '../../platform/kernel/typed-code.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { redeemSecondFactor } from '../two-factor/redeem-second-factor.ts';
import { spentChallengesTable } from './challenges-store.ts';
import { signInActions } from './login-actions.ts';
import { signInMails } from './login-mails.ts';
import { loginRoutes, signInRoutes } from './login-routes.ts';
import { passwordProof } from './password-proof.ts';
import { pendingProof } from './pending-sign-in.ts';
import type { SecondFactor } from './second-factor.ts';
import { signInByLink } from './sign-in-by-link.ts';
import type { SignInDeps } from './sign-in-deps.ts';
import { signInErrors } from './sign-in-errors.ts';
import { OptionalTotp } from './sign-in-wire.ts';
import { PASSWORD_PROVES, PASSWORD_WAY, resumeWithPassword } from './sign-in-with-password.ts';
import { waysIn } from './ways-in.ts';

const loginPersonalData: PersonalDataContributor = {
  room: 'challenges',
  ...rowsOfPerson([spentChallengesTable]),
  description: { holds: 'numbers of spent challenges, which identify nobody', erased: 'kept for minutes' },
};

/** Codes of an authenticator app, and recovery codes in their place. */
const totpFactor = (keys: Keyring): SecondFactor => ({
  name: 'totp',
  proves: ['otp'],
  fields: { totp: OptionalTotp },
  state: async ({ two_factor_enabled_at }) => (two_factor_enabled_at === null ? 'absent' : 'demanded'),
  prepare: ({ id, two_factor_enabled_at }, { totp }) => {
    if (typeof totp !== 'string' || typedCode(totp) === '' || two_factor_enabled_at === null) return undefined;
    return Promise.resolve((tx, at, { provedWith: addOrigin }) =>
      redeemSecondFactor(tx, keys, id, { code: totp, at, addOrigin }),
    );
  },
});

interface LoginRoomDeps extends Omit<SignInDeps, 'settings' | 'waysIn'>, Pick<Platform, 'settings'> {
  readonly factors: SecondFactors;
}

export const loginRoom = defineRoom({
  name: 'login',
  refusals: signInErrors,
  tables: [spentChallengesTable],
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
