import { changeUser } from '../../accounts/users/changed-users-store.ts';
import { journalDigest, journalledPerson } from '../../accounts/users/journalled-users.ts';
import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { secureAddressSetting, textSetting } from '../../platform/config/setting.ts';
import type { Settings, SettingsOf } from '../../platform/config/settings.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { type MailTemplates, notice, type TakenBackUntil } from '../../platform/mail/mail-template.ts';
import type { TakeBack } from '../../platform/room/contributions.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { SignInDeps } from '../login/sign-in-deps.ts';
import { NO_KNOWN_METHODS } from '../login/sign-in-with-external-identity.ts';
import { googleVerifier } from './google-credential.ts';
import { googleErrors } from './google-errors.ts';
import { googleKeys } from './google-keys.ts';
import {
  dropLink,
  dropLinkAddedBy,
  findLinkedUsers,
  findLinkOf,
  googleCredentialsUsedTable,
  googleLinksTable,
  listLinksOfPeople,
} from './google-links-store.ts';
import { googlePersonalData } from './google-personal-data.ts';
import { googleRoutes } from './google-routes.ts';
import { GOOGLE_WAY, resumeWithGoogle } from './sign-in-with-google.ts';

/** Removes the link that one of these sign-ins added. */
const takeBackGoogle: TakeBack = async (tx, call, about, sids) => {
  if (!(await dropLinkAddedBy(tx, about.id, sids))) return [];
  await changeUser(tx, about.id, { google_picture: null }, call.at);
  await recordAudit(tx, call, { action: 'google.unlink', about });
  return ['google'];
};

interface GoogleState {
  readonly linked: string | null;
}

/** Which Google account opens it; one that was unlinked since a backup does not. */
const journalledGoogleLink = journalledPerson<GoogleState>({
  kind: 'google',
  none: { linked: null },
  read: async (db, ids) => {
    const rows = await listLinksOfPeople(db, ids);
    return new Map(rows.map(({ user_id, subject }) => [user_id, { linked: journalDigest(subject) }]));
  },
  apply: async (tx, { id }, { linked }) => {
    const link = await findLinkOf(tx, id);
    if (link === undefined || journalDigest(link.subject) === linked) return [];
    await dropLink(tx, id);
    return ['google'];
  },
});

const googleSettings = {
  google: {
    clientId: textSetting('SVC_GOOGLE_CLIENT_ID', {
      fallback: '',
      why: 'OAuth client of the Google sign-in; `/login` of this service is its authorised redirect address. Empty: it is off.',
    }),
    keysUrl: secureAddressSetting('SVC_GOOGLE_KEYS_URL', {
      fallback: 'https://www.googleapis.com/oauth2/v3/certs',
      why: 'Key set that verifies Google ID tokens. Whoever controls it can sign in as anybody, so https is required.',
    }),
  },
} as const;

declare module '../../platform/config/settings.ts' {
  interface Settings extends SettingsOf<typeof googleSettings> {}
}

declare module '../../platform/mail/mail.ts' {
  interface MailParams {
    'google-linked': { readonly at: Instant } & TakenBackUntil;
    'google-unlinked': { readonly at: Instant };
  }
}

const googleMails: MailTemplates<'google-linked' | 'google-unlinked'> = {
  'google-linked': notice(
    ['Povezana je prijava Googleom', 'Vaš je račun s Googleovim računom povezan'],
    ['Sign-in with Google was linked', 'your account was linked with a Google account'],
  ),
  'google-unlinked': notice(
    ['Prekinuta je veza s Googleom', 'Veza Vašeg računa s Googleovim računom prekinuta je'],
    ['Sign-in with Google was unlinked', 'the link of your account with a Google account was removed'],
  ),
};

const googleActions = {
  'google.login': action<{ sid: string; second_factor: boolean; linked: boolean }>(),
  'google.link': action<{ first_use: boolean }>(),
  'google.unlink': action(),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof googleActions> {}
}

interface GoogleRoomDeps extends Omit<SignInDeps, 'settings'> {
  readonly settings: Settings;
}

export const googleRoom = defineRoom({
  name: 'google',
  refusals: googleErrors,
  tables: [googleLinksTable, googleCredentialsUsedTable],
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
      signIn: { resumed: { [GOOGLE_WAY]: { proved: NO_KNOWN_METHODS, resume: resumeWithGoogle(deps.keys) } } },
      routes: googleRoutes({ ...deps, verifyGoogle, findUsersWithWayIn }),
    };
  },
});
