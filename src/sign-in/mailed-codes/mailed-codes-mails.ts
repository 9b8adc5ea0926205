import type { Instant } from '../../platform/kernel/clock.ts';
import { croatianTime, englishTime } from '../../platform/mail/mail-dates.ts';
import type { MailTemplates } from '../../platform/mail/mail-template.ts';

declare module '../../platform/mail/mail.ts' {
  interface MailParams {
    'sign-in-code': { readonly expires_at: Instant };
  }
}

export const signInCodeMails: MailTemplates<'sign-in-code'> = {
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
};
