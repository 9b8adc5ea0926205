import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import type { TakenBack } from '../../platform/room/contributions.ts';

export const securityNoticeActions = {
  /** A sign-in from an unknown browser, about which the owner was mailed. */
  'device.new': action<{ sid: string }>({
    group: 'devices',
    act: { hr: 'prijava iz novog preglednika', en: 'sign-in from a new browser' },
    deed: { en: 'signed in from a new browser' },
  }),
  'device.forget': action<{ device_id: number }>({
    group: 'devices',
    act: { hr: 'uklonjen poznati preglednik', en: 'known browser removed' },
    deed: { en: 'removed a known browser' },
  }),
  /** By the link in the mail; `ended` is false if the sign-in had already ended. */
  'device.disown': action<{
    sid: string;
    ended: boolean;
    token_id: number | null;
    taken_back?: readonly TakenBack[];
  }>({
    group: 'devices',
    act: { hr: 'prekinuta prijava koju vlasnik ne prepoznaje', en: 'sign-in ended that its owner does not recognise' },
    deed: { en: 'ended a sign-in that they do not recognise' },
    happens: {
      hr: 'Poveznicom iz poruke prekinuta je prijava koju vlasnik ne prepoznaje{{at}}.',
      en: 'A sign-in that its owner does not recognise was ended by a mailed link{{at}}.',
    },
  }),
  'device.disown.fail': action<{ reason: 'token' }>({
    group: 'devices',
    act: { hr: 'nevažeća poveznica o novom pregledniku', en: 'invalid link about a new browser' },
    deed: { en: 'opened a link about a new browser that is not valid' },
    happens: {
      hr: 'Otvorena je poveznica o novom pregledniku koja ne vrijedi{{at}}.',
      en: 'A link about a new browser that is not valid was opened{{at}}.',
    },
  }),
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
  interface AuditMetas extends MetasOf<typeof securityNoticeActions> {}
}
