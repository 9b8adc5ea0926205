import { Type } from 'typebox';
import type { SecondFactors } from '../../accounts/permissions/second-factors.ts';
import { holdUserRow } from '../../accounts/users/accounts-store.ts';
import { digestsByPerson, journalDigest, journalledPerson } from '../../accounts/users/journalled-users.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { originListSetting } from '../../platform/config/setting.ts';
import type { SettingsOf } from '../../platform/config/settings.ts';
import type { TakeBack } from '../../platform/room/contributions.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import type { SignInDeps } from '../login/sign-in-deps.ts';
import { OptionalTotp } from '../login/sign-in-wire.ts';
import { firstProof } from '../login/ways-in.ts';
import { passkeyPresenter } from './own-passkeys.ts';
import { PASSKEY_PROVES, PASSKEY_WAY, passkeysTable } from './passkey.ts';
import { passkeyInsteadOfPassword } from './passkey-by-invitation.ts';
import { passkeyFactor } from './passkey-factor.ts';
import { passkeyActions } from './passkeys-actions.ts';
import { recountFactor } from './passkeys-as-factor.ts';
import { passkeyErrors } from './passkeys-errors.ts';
import { passkeyMails } from './passkeys-mails.ts';
import { listPasskeys } from './passkeys-of-person.ts';
import { passkeysPersonalData } from './passkeys-personal-data.ts';
import { passkeysRoutes } from './passkeys-routes.ts';
import {
  dropPasskey,
  dropPasskeysAddedBy,
  findUsersWithPasskey,
  hasPasskey,
  listUsablePasskeys,
  passkeyOwnersTable,
} from './passkeys-store.ts';
import { AssertionMembers } from './passkeys-wire.ts';
import { relyingParty } from './relying-party.ts';
import { resumeWithPasskey, signInWithPasskey } from './sign-in-with-passkey.ts';

interface PasskeysState {
  /** Digests of the credential ids that are in force. */
  readonly usable: readonly string[];
}

/** The passkeys in force. Those added after a backup are lost with a restore, and must be added again. */
const journalledPasskeys = journalledPerson<PasskeysState>({
  kind: 'passkeys',
  none: { usable: [] },
  read: async (db, ids) => {
    const rows = await listUsablePasskeys(db, ids);
    const usable = digestsByPerson(rows, ({ credential_id }) => journalDigest(credential_id));
    return new Map([...usable].map(([id, digests]) => [id, { usable: digests }]));
  },
  apply: async (tx, user, { usable }, { at }) => {
    const { id: userId } = user;
    const gone = (await listPasskeys(tx, userId)).filter(
      ({ refused_at, credential_id }) => refused_at === null && !usable.includes(journalDigest(credential_id)),
    );
    for (const { id } of gone) await dropPasskey(tx, userId, id);
    await recountFactor(tx, user, at);
    return gone.length === 0 ? [] : ['passkeys'];
  },
});

/** Removes the passkeys that these sign-ins added. */
const takeBackPasskeys: TakeBack = async (tx, call, about, sids) => {
  const removed = await dropPasskeysAddedBy(tx, about.id, sids);
  const user = removed === 0 ? undefined : await holdUserRow(tx, about.id);
  if (user === undefined) return [];
  await recountFactor(tx, user, call.at);
  await recordAudit(tx, call, { action: 'passkey.remove', about, meta: { removed } });
  return ['passkey'];
};

const passkeySettings = {
  passkeys: {
    relatedOrigins: originListSetting('SVC_PASSKEY_ORIGINS', {
      why: 'Other origins whose pages may use the passkeys of this service; `/.well-known/webauthn` names them to browsers. Whoever controls one can ask people for an assertion that signs them in here. Empty: none.',
    }),
  },
} as const;

declare module '../../platform/config/settings.ts' {
  interface Settings extends SettingsOf<typeof passkeySettings> {}
}

interface PasskeysRoomDeps extends Omit<SignInDeps, 'settings'>, Pick<Platform, 'settings' | 'publicUrl'> {
  readonly factors: SecondFactors;
}

export const passkeysRoom = defineRoom({
  name: 'passkeys',
  refusals: passkeyErrors,
  tables: [passkeyOwnersTable, passkeysTable],
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

const SIGN_IN_REFUSALS = ['passkey.off', 'passkey.invalid', 'passkey.unknown', 'passkey.refused'] as const;
