import type { Instant } from '../../platform/kernel/clock.ts';
import { croatianTime, englishTime } from '../../platform/mail/mail-dates.ts';
import {
  alarm,
  alarmUntil,
  type MailTemplate,
  type MailTemplates,
  notice,
  type TakenBackUntil,
} from '../../platform/mail/mail-template.ts';

interface Params {
  readonly at: Instant;
  /** The provider, as its administrator named it. */
  readonly provider: string;
}

declare module '../../platform/mail/mail.ts' {
  interface MailParams {
    'identity-linked': Params & TakenBackUntil;
    'identity-unlinked': Params;
    'google-linked': { readonly at: Instant } & TakenBackUntil;
    'google-unlinked': { readonly at: Instant };
  }
}

const linked: MailTemplate<'identity-linked'> = {
  chosen: { provider: 'name' },
  hr: ({ at, provider, until }) => {
    const { paragraphs, ...closing } = alarmUntil.hr(until);
    return {
      subject: 'Povezan je vanjski račun',
      paragraphs: [
        `Vaš je račun povezan s računom „${provider}” ${croatianTime(at)}. Otad se možete prijaviti i njime.`,
        ...paragraphs,
      ],
      ...closing,
    };
  },
  en: ({ at, provider, until }) => {
    const { paragraphs, ...closing } = alarmUntil.en(until);
    return {
      subject: 'Sign-in with another account was linked',
      paragraphs: [
        `On ${englishTime(at)} your account was linked with your account at “${provider}”. You can sign in with it from now on.`,
        ...paragraphs,
      ],
      ...closing,
    };
  },
};

const unlinked: MailTemplate<'identity-unlinked'> = {
  chosen: { provider: 'name' },
  hr: ({ at, provider }) => ({
    subject: 'Uklonjena je veza s vanjskim računom',
    paragraphs: [`Veza Vašeg računa s računom „${provider}” uklonjena je ${croatianTime(at)}.`, ...alarm.hr.paragraphs],
    button: alarm.hr.button,
    notes: [],
  }),
  en: ({ at, provider }) => ({
    subject: 'Sign-in with another account was unlinked',
    paragraphs: [
      `On ${englishTime(at)} the link of your account with your account at “${provider}” was removed.`,
      ...alarm.en.paragraphs,
    ],
    button: alarm.en.button,
    notes: [],
  }),
};

export const identityMails: MailTemplates<
  'identity-linked' | 'identity-unlinked' | 'google-linked' | 'google-unlinked'
> = {
  'identity-linked': linked,
  'identity-unlinked': unlinked,
  'google-linked': notice(
    ['Povezan je Googleov račun', 'Vaš je račun s Googleovim računom povezan'],
    ['Sign-in with Google was linked', 'your account was linked with a Google account'],
  ),
  'google-unlinked': notice(
    ['Uklonjena je veza s Googleom', 'Veza Vašeg računa s Googleovim računom uklonjena je'],
    ['Sign-in with Google was unlinked', 'the link of your account with a Google account was removed'],
  ),
};
