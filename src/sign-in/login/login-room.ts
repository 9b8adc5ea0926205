import type { SecondFactors } from '../../accounts/permissions/second-factors.ts';
import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import type { PersonalDataContributor } from '../../platform/database/personal-data.ts';
import { rowsOfPerson } from '../../platform/database/personal-rows.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { typedCode } from '../../platform/kernel/typed-code.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import type { WrongGuessMeta } from '../lockout/guess.ts';
import { redeemSecondFactor } from '../two-factor/redeem-second-factor.ts';
import { spentChallengesTable } from './challenges-store.ts';
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

const signInActions = {
  'login.ok': action<{ sid: string; second_factor: boolean; by?: 'code' | 'passkey' } | { sid: string; by: 'link' }>(),
  'login.fail': action<FailureMeta>(),
  'login.2fa_required': action(),
  'login.2fa_fail': action<FailureMeta>(),
  'login.ratelimit.ip': action<{ until: Instant; address_hmac?: string }>(),
  logout: action<{ sid: string; all: boolean; ended: number }>(),
  'auth.refresh': action<{ sid: string; jti: string; repeated: boolean }>(),
  'auth.refresh.reuse': action<{ sid: string }>(),
  'session.switch': action<{ sid: string; jti: string }>(),
  'auth.reauthenticate': action<{ sid: string; how: 'password' | 'code' | 'passkey' }>(),
  'auth.reauthenticate.fail': action<WrongGuessMeta & { how: 'password' | 'code' | 'passkey' }>(),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof signInActions> {}
}

/** What the contract asks of a record `login.fail`, whichever way in was tried. */
type FailureMeta = WrongGuessMeta & {
  reason: string;
  lock_minutes: number;
  /** Where there is no account. */
  address_hmac?: string;
  /** Which check of a token failed. */
  flaw?: string;
};

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
