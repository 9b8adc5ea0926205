import type { Instant } from '../../platform/kernel/clock.ts';
import { croatianTime, englishTime } from '../../platform/mail/mail-dates.ts';
import type { MailTemplates } from '../../platform/mail/mail-template.ts';
import { TAKEN_BACK, type TakenBack } from '../../platform/room/contributions.ts';

declare module '../../platform/mail/mail.ts' {
  interface MailParams {
    'new-device': {
      readonly at: Instant;
      /** Empty if unknown. */
      readonly device: string;
      readonly ip: string;
      readonly expires_at: Instant;
    };
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

export const securityNoticeMails: MailTemplates<'new-device' | 'taken-back' | 'email-restored'> = {
  'new-device': {
    hr: ({ at, device, ip, expires_at }) => ({
      subject: 'Nova prijava u Vaš račun',
      paragraphs: [
        `Netko se ${croatianTime(at)} prijavio u Vaš račun iz preglednika iz kojeg dosad nije bilo prijava.`,
        `Preglednik: ${device || 'nepoznat'}. Mrežna adresa: ${ip}.`,
        'Ako ste to bili Vi, ne morate ništa učiniti.',
        'Ako to niste bili Vi, prekinite tu prijavu i odmah postavite novu lozinku.',
      ],
      button: { label: 'To nije moja prijava' },
      notes: [
        `Poveznica vrijedi do ${croatianTime(expires_at)}. Otvorite li je, još se ništa ne mijenja: prijava se prekida tek kad to potvrdite.`,
      ],
    }),
    en: ({ at, device, ip, expires_at }) => ({
      subject: 'New sign-in to your account',
      paragraphs: [
        `Somebody signed in to your account on ${englishTime(at)} from a browser that had never been used for it.`,
        `Browser: ${device || 'unknown'}. Network address: ${ip}.`,
        'If this was you, there is nothing to do.',
        'If this was not you, end that sign-in and set a new password at once.',
      ],
      button: { label: 'That was not me' },
      notes: [
        `The link works until ${englishTime(expires_at)}. Opening it changes nothing: the sign-in ends only when you confirm.`,
      ],
    }),
    chosen: { device: 'name' },
  },
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
