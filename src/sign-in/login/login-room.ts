import type { SecondFactors } from '../../accounts/permissions/second-factors.ts';
import { flagSetting } from '../../platform/config/setting.ts';
import type { SettingsOf } from '../../platform/config/settings.ts';
import { dropRowsBefore } from '../../platform/database/drop-rows.ts';
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
import { type CodeProofsDeps, codeProofs } from './mailed-codes/code-proofs.ts';
import { CODES_KEPT_FOR, mailedCodesTable } from './mailed-codes/mailed-code.ts';
import { endAllCodes } from './mailed-codes/mailed-codes-store.ts';
import { CODE_PROVES, CODE_WAY, resumeWithCode } from './mailed-codes/sign-in-with-code.ts';
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

const signInCodePersonalData: PersonalDataContributor = {
  room: 'sign-in-code',
  ...rowsOfPerson([mailedCodesTable]),
  description: {
    holds: 'codes mailed for signing in: times; digests of the code and of the browser that asked',
    erased: 'removed',
  },
};

const signInCodeSettings = {
  mailCodes: {
    isOn: flagSetting('SVC_MAIL_CODES', {
      fallback: true,
      why: '`1`: people of tiers 2 to 4 may sign in with a code that is mailed to them. `0`: nobody.',
    }),
  },
} as const;

declare module '../../platform/config/settings.ts' {
  interface Settings extends SettingsOf<typeof signInCodeSettings> {}
}

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

interface LoginRoomDeps extends Omit<SignInDeps, 'settings' | 'waysIn'>, Pick<Platform, 'settings'>, CodeProofsDeps {
  readonly factors: SecondFactors;
}

export const loginRoom = defineRoom({
  name: 'login',
  refusals: signInErrors,
  tables: [spentChallengesTable, mailedCodesTable],
  settings: signInCodeSettings,
  auditActions: signInActions,
  mails: signInMails,
  personalData: () => [loginPersonalData, signInCodePersonalData],
  retention: [
    {
      name: 'mailed_codes',
      keptFor: CODES_KEPT_FOR,
      what: 'mailed codes after they expired',
      forget: dropRowsBefore(mailedCodesTable, 'expires_at'),
    },
  ],
  endAtRestore: endAllCodes,
  open: (needs: LoginRoomDeps, { contributed }) => {
    const ways = waysIn(() => contributed('signIn'));
    const deps = { ...needs, waysIn: ways };
    const mailsCodes = needs.settings.mailCodes.isOn;
    return {
      services: { waysIn: ways },
      signInByLink: signInByLink(deps, needs.factors.enrolTier),
      signIn: {
        firstProofs: [pendingProof(ways), passwordProof, ...(mailsCodes ? codeProofs(needs) : [])],
        secondFactors: [totpFactor(needs.keys)],
        resumed: {
          [PASSWORD_WAY]: { proved: PASSWORD_PROVES, resume: resumeWithPassword(needs.keys) },
          ...(mailsCodes ? { [CODE_WAY]: { proved: CODE_PROVES, resume: resumeWithCode } } : {}),
        },
      },
      routes: () => [...signInRoutes(deps), ...loginRoutes(deps)],
    };
  },
});
