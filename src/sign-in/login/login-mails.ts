import type { Instant } from '../../platform/kernel/clock.ts';
import { croatianTime, englishTime } from '../../platform/mail/mail-dates.ts';
import { alarm, type MailTemplates } from '../../platform/mail/mail-template.ts';

declare module '../../platform/mail/mail.ts' {
  interface MailParams {
    'sign-in-code': { readonly expires_at: Instant };
    'second-factor-guessed': { readonly at: Instant };
    'sign-in-ended-by-reuse': { readonly at: Instant; readonly device: string; readonly ip: string };
  }
}

export const signInMails: MailTemplates<'sign-in-code' | 'second-factor-guessed' | 'sign-in-ended-by-reuse'> = {
  'sign-in-code': {
    hr: ({ expires_at }) => ({
      subject: '{code} je Vaš kod za prijavu',
      paragraphs: ['Upišite ovaj kod u preglednik u kojem ste ga zatražili:'],
      notes: [
        `Kod vrijedi do ${croatianTime(expires_at)}, samo jednom i samo u tom pregledniku.`,
        'Nikome ga ne govorite, ni kad Vas netko nazove i traži ga. Ako to niste bili Vi, zanemarite ovu poruku.',
      ],
    }),
    en: ({ expires_at }) => ({
      subject: '{code} is your sign-in code',
      paragraphs: ['Enter this code in the browser in which you asked for it:'],
      notes: [
        `The code works until ${englishTime(expires_at)}, only once and only in that browser.`,
        'Tell it to nobody, not even to somebody who calls and asks for it. If this was not you, ignore this message.',
      ],
    }),
  },
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
  'sign-in-ended-by-reuse': {
    hr: ({ at, device, ip }) => ({
      subject: 'Prijava je prekinuta radi sigurnosti',
      paragraphs: [
        `Jednu smo Vašu prijavu prekinuli ${croatianTime(at)} jer je netko pokušao ponovno upotrijebiti njezin jednokratni ključ.`,
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
        `We ended one of your sign-ins on ${englishTime(at)} because somebody tried to use its single-use key again.`,
        `Device: ${device}. Network address: ${ip}.`,
        'The key may have been copied from your device. Please sign in again.',
        'If you do not recognise that device, request a new password and contact your administrator.',
      ],
      button: alarm.en.button,
      notes: [],
    }),
    chosen: { device: 'name' },
  },
};
