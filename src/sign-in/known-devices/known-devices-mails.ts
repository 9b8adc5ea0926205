import type { Instant } from '../../platform/kernel/clock.ts';
import { croatianTime, englishTime } from '../../platform/mail/mail-dates.ts';
import type { MailTemplates } from '../../platform/mail/mail-template.ts';

declare module '../../platform/mail/mail.ts' {
  interface MailParams {
    'new-device': {
      readonly at: Instant;
      /** Empty if unknown. */
      readonly device: string;
      readonly ip: string;
      readonly expires_at: Instant;
    };
  }
}

export const knownDevicesMails: MailTemplates<'new-device'> = {
  'new-device': {
    hr: ({ at, device, ip, expires_at }) => ({
      subject: 'Nova prijava u Vaš račun',
      paragraphs: [
        `U Vaš se račun netko prijavio ${croatianTime(at)} iz preglednika iz kojeg se dosad nitko nije prijavio.`,
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
        `Somebody signed in to your account on ${englishTime(at)} from a browser that nobody had signed in from before.`,
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
};
