import { TokenQuery } from '../../accounts/action-tokens/action-tokens-wire.ts';
import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import { dropRowsBefore } from '../../platform/database/drop-rows.ts';
import { defineOpenRoute, ok, type Route } from '../../platform/http/define-route.ts';
import { open } from '../../platform/http/route-access.ts';
import { perAddress } from '../../platform/http/route-limit.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import { croatianTime, englishTime } from '../../platform/mail/mail-dates.ts';
import type { MailTemplates } from '../../platform/mail/mail-template.ts';
import { TAKEN_BACK, type TakenBack } from '../../platform/room/contributions.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { ALARMS_KEPT_FOR, alarmLinksTable } from './alarm.ts';
import { endAllAlarms } from './alarm-links-store.ts';
import { alarmsPersonalData } from './alarms-personal-data.ts';
import { TAKING_BACK } from './take-back-sign-ins.ts';
import { AlarmAnswer, type AlarmDeps, showAlarm, TakenBackAnswer, useAlarm } from './use-alarm.ts';

declare module '../../platform/mail/mail.ts' {
  interface MailParams {
    /** `taken`: what was taken back, by its names in `TAKEN_BACK`, separated by spaces. */
    'taken-back': { readonly at: Instant; readonly taken: string };
    /** To the address that the account loses. */
    'email-restored': { readonly at: Instant };
  }
}

const WORDS: Readonly<Record<TakenBack, { readonly hr: string; readonly en: string }>> = {
  passkey: { hr: 'pristupni ili sigurnosni ključ', en: 'a passkey or security key' },
  authenticator: { hr: 'aplikacija za drugi korak prijave', en: 'the app for two-step sign-in' },
  recovery_codes: { hr: 'rezervni kodovi; izradite nove', en: 'recovery codes; make new ones' },
  google: { hr: 'veza s Googleovim računom', en: 'the link with a Google account' },
  identity: { hr: 'veza s vanjskim računom', en: 'the link with an account elsewhere' },
  address: { hr: 'promjena e-adrese; stara opet vrijedi', en: 'the change of e-mail address; the old one is back' },
};

const wordsOf = (taken: string, language: 'hr' | 'en'): string[] =>
  TAKEN_BACK.filter((one) => taken.split(' ').includes(one)).map((one) => `– ${WORDS[one][language]}`);

const alarmsMails: MailTemplates<'taken-back' | 'email-restored'> = {
  'taken-back': {
    hr: ({ at, taken }) => ({
      subject: 'Uklonili smo ono što je dodano tuđom prijavom',
      paragraphs: [
        `Netko je poveznicom iz naše poruke ${croatianTime(at)} javio da jedna prijava u Vaš račun nije Vaša. Prekinuli smo je i uklonili ono što je njome dodano:`,
        ...wordsOf(taken, 'hr'),
        'Na stranici „Moj račun” pregledajte preostale prijave i načine prijave.',
      ],
      button: { label: 'Zatraži novu lozinku', path: '/forgot-password' },
      notes: ['Ako to niste bili Vi, odmah se javite svojem administratoru.'],
    }),
    en: ({ at, taken }) => ({
      subject: 'We removed what a stranger’s sign-in had added',
      paragraphs: [
        `On ${englishTime(at)} somebody told us, by the link in our mail, that a sign-in to your account was not yours. We ended it and removed what it had added:`,
        ...wordsOf(taken, 'en'),
        'Review the remaining sign-ins and ways to sign in under My account.',
      ],
      button: { label: 'Request a new password', path: '/forgot-password' },
      notes: ['If this was not you, contact your administrator at once.'],
    }),
  },
  'email-restored': {
    hr: ({ at }) => ({
      subject: 'Promjena e-adrese je poništena',
      paragraphs: [
        `Vlasnik prijašnje e-adrese poništio je ${croatianTime(at)} promjenu e-adrese računa. Ova adresa više ne otvara taj račun.`,
      ],
      notes: ['Ako to niste bili Vi, a račun je Vaš, odmah se javite svojem administratoru.'],
    }),
    en: ({ at }) => ({
      subject: 'The change of e-mail address was undone',
      paragraphs: [
        `On ${englishTime(at)} the owner of the earlier e-mail address undid the change of the account’s address. This address no longer opens that account.`,
      ],
      notes: ['If this was not you and the account is yours, contact your administrator at once.'],
    }),
  },
};

const alarmsActions = {
  /** By the link in a mail about a change: `ended` sign-ins, and what was taken back. */
  'account.take_back': action<{
    sid: string;
    ended: number;
    taken_back: readonly TakenBack[];
    token_id: number | null;
  }>({
    group: 'devices',
    act: { hr: 'promjena poništena poveznicom iz poruke', en: 'change taken back by its mailed link' },
    deed: { en: 'took back a change that they did not make' },
    happens: {
      hr: 'Poveznicom iz poruke poništena je promjena koju vlasnik nije napravio{{at}}.',
      en: 'A change that its owner did not make was taken back by a mailed link{{at}}.',
    },
  }),
  'account.take_back.fail': action<{ reason: 'token' }>({
    group: 'devices',
    act: { hr: 'nevažeća poveznica o promjeni', en: 'invalid link about a change' },
    deed: { en: 'opened a link about a change that is not valid' },
    happens: {
      hr: 'Otvorena je poveznica o promjeni koja ne vrijedi{{at}}.',
      en: 'A link about a change that is not valid was opened{{at}}.',
    },
  }),
  'email.restore': action({
    group: 'own',
    act: { hr: 'vraćena prijašnja e-adresa', en: 'earlier e-mail address restored' },
    deed: { en: 'got the earlier e-mail address back' },
    happens: { hr: 'Vraćena je prijašnja e-adresa{{at}}.', en: 'The earlier e-mail address was restored{{at}}.' },
  }),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof alarmsActions> {}
}

const access = open('the token is the credential');
/** Outside `/api`, where the contract's list of anonymous paths is exact. */
const PATH = '/login/take-back';

const alarmsRoutes = (deps: AlarmDeps): Route[] => [
  defineOpenRoute({
    method: 'GET',
    path: PATH,
    summary: 'Tells which change a mail is about, and changes nothing',
    tag: 'Sign-in',
    access,
    limit: perAddress({ most: 120, within: minutes(1) }),
    audit: [],
    request: { query: TokenQuery },
    responses: { success: ok(AlarmAnswer, 'It works'), refusals: ['token.invalid'] },
    handle: ({ query }) => showAlarm(deps, query.token),
  }),
  defineOpenRoute({
    method: 'POST',
    path: PATH,
    summary: 'Takes back a change that its owner did not make, with all that the same sign-in added',
    tag: 'Sign-in',
    access,
    limit: perAddress({ most: 60, within: minutes(1) }),
    audit: ['account.take_back', 'account.take_back.fail', ...TAKING_BACK],
    request: { body: TokenQuery },
    responses: {
      success: ok(TakenBackAnswer, 'Taken back'),
      refusals: ['token.invalid', 'users.email_taken'],
    },
    handle: ({ body, call, limitKey }) => useAlarm(deps, call, limitKey, body.token),
  }),
];

export const alarmsRoom = defineRoom({
  name: 'alarms',
  tables: [alarmLinksTable],
  auditActions: alarmsActions,
  mails: alarmsMails,
  personalData: () => alarmsPersonalData,
  retention: [
    {
      name: 'alarm_links',
      keptFor: ALARMS_KEPT_FOR,
      what: 'links that take back changes to an account, after they were made',
      forget: dropRowsBefore(alarmLinksTable, 'created_at'),
    },
  ],
  endAtRestore: endAllAlarms,
  open: (platform: Platform, { takeBackWays }) => ({ routes: alarmsRoutes({ ...platform, takeBackWays }) }),
});
