import type { Instant } from '../../platform/kernel/clock.ts';
import { croatianTime, englishTime } from '../../platform/mail/mail-dates.ts';
import { type MailTemplates, notice } from '../../platform/mail/mail-template.ts';

declare module '../../platform/mail/mail.ts' {
  interface MailParams {
    'password-changed': { readonly at: Instant };
    'password-reset': { readonly expires_at: Instant; readonly by_administrator: 'yes' | 'no' };
  }
}

export const passwordMails: MailTemplates<'password-changed' | 'password-reset'> = {
  'password-changed': notice(
    ['Lozinka je promijenjena', 'Lozinka Vašeg računa promijenjena je'],
    ['Your password was changed', 'the password of your account was changed'],
  ),
  'password-reset': {
    hr: ({ expires_at, by_administrator }) => ({
      subject: 'Nova lozinka',
      paragraphs: [
        by_administrator === 'yes'
          ? 'Administrator Vas moli da postavite novu lozinku. Odjavljeni ste sa svih uređaja.'
          : 'Zatražena je nova lozinka za Vaš račun.',
      ],
      button: { label: 'Postavi novu lozinku' },
      notes: [
        `Poveznica vrijedi do ${croatianTime(expires_at)} i može se upotrijebiti samo jednom.`,
        by_administrator === 'yes'
          ? 'Ako to niste očekivali, javite se svojem administratoru prije nego što otvorite poveznicu.'
          : 'Ako to niste bili Vi, zanemarite ovu poruku. Vaša lozinka ostaje ista.',
      ],
    }),
    en: ({ expires_at, by_administrator }) => ({
      subject: 'New password',
      paragraphs: [
        by_administrator === 'yes'
          ? 'An administrator asks you to set a new password. You have been signed out on all devices.'
          : 'A new password was requested for your account.',
      ],
      button: { label: 'Set new password' },
      notes: [
        `The link works until ${englishTime(expires_at)} and only once.`,
        by_administrator === 'yes'
          ? 'If you did not expect this, contact your administrator before you open the link.'
          : 'If this was not you, ignore this message. Your password stays the same.',
      ],
    }),
  },
};
