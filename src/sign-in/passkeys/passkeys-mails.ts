import type { Instant } from '../../platform/kernel/clock.ts';
import { croatianTime, englishTime } from '../../platform/mail/mail-dates.ts';
import {
  alarm,
  alarmUntil,
  type MailTemplate,
  type MailTemplates,
  type TakenBackUntil,
} from '../../platform/mail/mail-template.ts';

interface AboutPasskey {
  readonly at: Instant;
  readonly passkey: string;
}

declare module '../../platform/mail/mail.ts' {
  interface MailParams {
    'passkey-added': AboutPasskey & TakenBackUntil;
    'security-key-added': AboutPasskey & TakenBackUntil;
    'passkey-removed': AboutPasskey;
    'passkeys-removed': { readonly at: Instant };
    'passkey-refused': AboutPasskey;
  }
}

type Added = 'passkey-added' | 'security-key-added';
type Kind = 'passkey-removed' | 'passkey-refused';
type Words = readonly [subject: string, sentence: (passkey: string, when: string) => string, next: readonly string[]];

const about = (hr: Words, en: Words): MailTemplate<Kind> => ({
  hr: ({ at, passkey }) => ({
    subject: hr[0],
    paragraphs: [hr[1](passkey, croatianTime(at)), ...hr[2]],
    button: alarm.hr.button,
    notes: [],
  }),
  en: ({ at, passkey }) => ({
    subject: en[0],
    paragraphs: [en[1](passkey, englishTime(at)), ...en[2]],
    button: alarm.en.button,
    notes: [],
  }),
  chosen: { passkey: 'name' },
});

type AddedWords = readonly [subject: string, sentence: (passkey: string, when: string) => string];

const aboutAdded = (hr: AddedWords, en: AddedWords): MailTemplate<Added> => ({
  hr: ({ at, passkey, until }) => {
    const { paragraphs, ...closing } = alarmUntil.hr(until);
    return { subject: hr[0], paragraphs: [hr[1](passkey, croatianTime(at)), ...paragraphs], ...closing };
  },
  en: ({ at, passkey, until }) => {
    const { paragraphs, ...closing } = alarmUntil.en(until);
    return { subject: en[0], paragraphs: [en[1](passkey, englishTime(at)), ...paragraphs], ...closing };
  },
  chosen: { passkey: 'name' },
});

export const passkeyMails: MailTemplates<Added | Kind | 'passkeys-removed'> = {
  'passkey-added': aboutAdded(
    [
      'Dodan je pristupni ključ',
      (passkey, when) =>
        `Vašem je računu dodan pristupni ključ „${passkey}” ${when}. Njime se možete prijaviti bez lozinke.`,
    ],
    [
      'A passkey was added',
      (passkey, when) =>
        `On ${when} the passkey “${passkey}” was added to your account. It signs you in without a password.`,
    ],
  ),
  'security-key-added': aboutAdded(
    [
      'Dodan je sigurnosni ključ',
      (passkey, when) =>
        `Vašem je računu dodan sigurnosni ključ „${passkey}” ${when}. Od sada ga tražimo kao drugi korak prijave.`,
    ],
    [
      'A security key was added',
      (passkey, when) =>
        `On ${when} the security key “${passkey}” was added to your account. We ask for it as the second step of signing in from now on.`,
    ],
  ),
  'passkey-removed': about(
    [
      'Uklonjen je pristupni ključ',
      (passkey, when) => `S Vašeg je računa uklonjen pristupni ključ „${passkey}” ${when}.`,
      alarm.hr.paragraphs,
    ],
    [
      'A passkey was removed',
      (passkey, when) => `On ${when} the passkey “${passkey}” was removed from your account.`,
      alarm.en.paragraphs,
    ],
  ),
  'passkeys-removed': {
    hr: ({ at }) => ({
      subject: 'Uklonjeni su Vaši pristupni ključevi',
      paragraphs: [
        `Administrator je s Vašeg računa uklonio sve pristupne ključeve ${croatianTime(at)} i prekinuo Vaše prijave.`,
        'Prijavite se na drugi način pa dodajte nove. Ako ne znate zašto, javite se svojem administratoru.',
      ],
      button: { label: 'Prijavi se', path: '/login' },
      notes: [],
    }),
    en: ({ at }) => ({
      subject: 'Your passkeys were removed',
      paragraphs: [
        `On ${englishTime(at)} an administrator removed all passkeys from your account and ended your sign-ins.`,
        'Sign in another way and add new ones. If you do not know why, contact your administrator.',
      ],
      button: { label: 'Sign in', path: '/login' },
      notes: [],
    }),
  },
  'passkey-refused': about(
    [
      'Isključili smo pristupni ključ Vašeg računa',
      (passkey, when) =>
        `Netko se pokušao prijaviti kopijom pristupnog ključa „${passkey}” ${when}. Taj ključ više ne otvara Vaš račun i nitko se njime nije prijavio.`,
      [
        'Uklonite ga na stranici „Moj račun” i dodajte novi, s drugog uređaja.',
        'Ako ne znate zašto bi kopija postojala, pregledajte svoje prijave i javite se svojem administratoru.',
      ],
    ],
    [
      'We switched off a passkey of your account',
      (passkey, when) =>
        `On ${when} somebody tried to sign in with a copy of the passkey “${passkey}”. It no longer opens your account, and this attempt let nobody in.`,
      [
        'Remove it under My account and add a new one, from another device.',
        'If you do not know why there would be a copy, look through your sign-ins and contact your administrator.',
      ],
    ],
  ),
};
