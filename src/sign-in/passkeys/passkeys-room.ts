import { Type } from 'typebox';
import type { SecondFactors } from '../../accounts/policy/second-factors.ts';
import type { Settings } from '../../platform/config/settings.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { SignInDeps } from '../login/sign-in-deps.ts';
import { OptionalTotp } from '../login/totp-factor.ts';
import { firstProof } from '../login/ways-in.ts';
import { journalledPasskeys } from './journalled-passkeys.ts';
import { passkeyInsteadOfPassword } from './passkey-by-invitation.ts';
import { passkeyFactor } from './passkey-factor.ts';
import { PASSKEY_PROVES, PASSKEY_WAY } from './passkey-way.ts';
import { passkeyActions } from './passkeys-actions.ts';
import { passkeyErrors } from './passkeys-errors.ts';
import { passkeyMails } from './passkeys-mails.ts';
import { passkeysPersonalData } from './passkeys-personal-data.ts';
import { passkeysRoutes } from './passkeys-routes.ts';
import { passkeySettings } from './passkeys-settings.ts';
import { findUsersWithPasskey, hasPasskey } from './passkeys-store.ts';
import { AssertionMembers } from './passkeys-wire.ts';
import { relyingParty } from './relying-party.ts';
import { passkeyPresenter } from './show-passkey.ts';
import { resumeWithPasskey, signInWithPasskey } from './sign-in-with-passkey.ts';
import { takeBackPasskeys } from './take-back-passkeys.ts';

interface PasskeysRoomDeps extends Omit<SignInDeps, 'settings'> {
  readonly factors: SecondFactors;
  readonly settings: Settings;
  readonly publicUrl: string;
}

export const passkeysRoom = defineRoom({
  name: 'passkeys',
  settings: passkeySettings,
  auditActions: passkeyActions,
  mails: passkeyMails,
  wayIn: findUsersWithPasskey,
  personalData: () => passkeysPersonalData,
  takeBack: takeBackPasskeys,
  journalledStates: [journalledPasskeys],
  open: ({ publicUrl, ...deps }: PasskeysRoomDeps, { findUsersWithWayIn }) => {
    const { settings } = deps;
    const party = relyingParty(publicUrl, settings.passkeys.relatedOrigins);
    if (party.isOn) deps.factors.countPasskeysOf(party.id);
    const showPasskey = passkeyPresenter(party);
    return {
      services: { showPasskey, passkeyInsteadOfPassword: passkeyInsteadOfPassword({ ...deps, party }) },
      signIn: {
        firstProofs: [
          firstProof({
            name: PASSKEY_WAY,
            chosenBy: 'passkey',
            body: Type.Object({ ...AssertionMembers, totp: OptionalTotp }),
            audit: ['passkey.refuse'],
            refusals: SIGN_IN_REFUSALS,
            enter: (signIn, { body, call, limitKey }) => signInWithPasskey({ ...signIn, party }, call, limitKey, body),
          }),
        ],
        secondFactors: [passkeyFactor({ ...deps, party, enrolTier: deps.factors.enrolTier })],
        resumed: { [PASSKEY_WAY]: { proved: PASSKEY_PROVES, resume: resumeWithPasskey } },
      },
      routes: passkeysRoutes({ ...deps, publicUrl, party, showPasskey, findUsersWithWayIn }),
      // Loading the library blocks the loop for a third of a second, so it is loaded before the process serves, if it will be
      // needed.
      prepare: async () => {
        if (await hasPasskey(deps.database.read)) await import('@simplewebauthn/server');
      },
    };
  },
});

const SIGN_IN_REFUSALS = [
  ...[passkeyErrors['passkey.off'], passkeyErrors['passkey.invalid']],
  ...[passkeyErrors['passkey.unknown'], passkeyErrors['passkey.refused']],
];
