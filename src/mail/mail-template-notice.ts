import type { Instant } from '../kernel/clock.ts';
import { croatianTime, englishTime } from './mail-dates.ts';
import type { MailTemplates, MailText } from './mail-template.ts';
import { alarm } from './mail-template-alarm.ts';

/** The mails that tell an owner what was done to their account: one sentence, the time, what to do if it was not them. */
export const noticeMails: MailTemplates<
  | 'password-changed'
  | 'two-factor-enabled'
  | 'two-factor-disabled'
  | 'recovery-codes-renewed'
  | 'sign-in-ended-by-reuse'
  | 'second-factor-guessed'
  | 'google-linked'
  | 'google-unlinked'
> = {
  'password-changed': notice(
    ['Lozinka je promijenjena', 'Lozinka Vašeg računa promijenjena je'],
    ['Your password was changed', 'the password of your account was changed'],
  ),
  'two-factor-enabled': notice(
    ['Uključen je drugi korak prijave', 'Drugi korak prijave (2FA) uključen je'],
    ['Two-step sign-in was turned on', 'two-step sign-in (2FA) was turned on'],
  ),
  'two-factor-disabled': notice(
    ['Isključen je drugi korak prijave', 'Drugi korak prijave (2FA) isključen je'],
    ['Two-step sign-in was turned off', 'two-step sign-in (2FA) was turned off'],
    ['Za prijavu je sada dovoljna lozinka.', 'A password is now enough to sign in.'],
  ),
  'recovery-codes-renewed': notice(
    ['Izrađeni su novi rezervni kodovi', 'Novi rezervni kodovi za prijavu izrađeni su'],
    ['New recovery codes were made', 'new recovery codes for signing in were made'],
    ['Stari kodovi više ne vrijede.', 'The old codes no longer work.'],
  ),
  'second-factor-guessed': {
    hr: ({ at }) => ({
      subject: 'Netko pogađa kod za prijavu u Vaš račun',
      paragraphs: [
        `Prvi korak prijave u Vaš račun bio je ispravan, a zatim je pet puta upisan pogrešan kod; posljednji put ${croatianTime(at)}. Nitko se tim kodovima nije prijavio.`,
        'Ako ste to bili Vi, provjerite je li vrijeme na Vašem telefonu točno.',
        'Ako to niste bili Vi, netko zna Vašu lozinku: odmah zatražite novu i javite se svojem administratoru.',
      ],
      button: alarm.hr.button,
      notes: [],
    }),
    en: ({ at }) => ({
      subject: 'Somebody is guessing the sign-in code of your account',
      paragraphs: [
        `The first step of signing in to your account was right, and then a wrong code was entered five times, most recently on ${englishTime(at)}. None of these codes let anybody in.`,
        'If this was you, check that the time on your phone is right.',
        'If this was not you, somebody knows your password: request a new one at once and contact your administrator.',
      ],
      button: alarm.en.button,
      notes: [],
    }),
  },
  'google-linked': notice(
    ['Povezana je prijava Googleom', 'Vaš je račun s Googleovim računom povezan'],
    ['Sign-in with Google was linked', 'your account was linked with a Google account'],
  ),
  'google-unlinked': notice(
    ['Prekinuta je veza s Googleom', 'Veza Vašeg računa s Googleovim računom prekinuta je'],
    ['Sign-in with Google was unlinked', 'the link of your account with a Google account was removed'],
  ),
  'sign-in-ended-by-reuse': {
    hr: ({ at, device, ip }) => ({
      subject: 'Prijava je prekinuta radi sigurnosti',
      paragraphs: [
        `Jednu smo Vašu prijavu prekinuli ${croatianTime(at)} jer je netko pokušao upotrijebiti njezin već istrošeni ključ.`,
        `Uređaj: ${device}. Mrežna adresa: ${ip}.`,
        'Ključ je mogao biti kopiran s Vašeg uređaja. Prijavite se ponovno.',
        'Ako taj uređaj ne prepoznajete, zatražite novu lozinku i javite se svojem administratoru.',
      ],
      button: alarm.hr.button,
      notes: [],
    }),
    en: ({ at, device, ip }) => ({
      subject: 'A sign-in was ended for your safety',
      paragraphs: [
        `We ended one of your sign-ins on ${englishTime(at)} because somebody tried to use its key after it had been spent.`,
        `Device: ${device}. Network address: ${ip}.`,
        'The key may have been copied from your device. Please sign in again.',
        'If you do not recognise that device, request a new password and contact your administrator.',
      ],
      button: alarm.en.button,
      notes: [],
    }),
  },
};

type Words = readonly [subject: string, sentence: string];

/** Fits every kind that is told nothing but the time. */
interface NoticeTemplate {
  readonly hr: (params: { readonly at: Instant }) => MailText;
  readonly en: (params: { readonly at: Instant }) => MailText;
}

function notice(hr: Words, en: Words, more: readonly [hr: string, en: string] | readonly [] = []): NoticeTemplate {
  return {
    hr: ({ at }) => ({
      subject: hr[0],
      paragraphs: [`${hr[1]} ${croatianTime(at)}.`, ...more.slice(0, 1), ...alarm.hr.paragraphs],
      button: alarm.hr.button,
      notes: [],
    }),
    en: ({ at }) => ({
      subject: en[0],
      paragraphs: [`On ${englishTime(at)} ${en[1]}.`, ...more.slice(1), ...alarm.en.paragraphs],
      button: alarm.en.button,
      notes: [],
    }),
  };
}
