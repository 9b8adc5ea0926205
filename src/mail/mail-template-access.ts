import { croatianTime, englishTime } from './mail-dates.ts';
import type { MailTemplate } from './mail-template.ts';

/** The mails that carry a link: they let somebody in. */
export const invitationMail: MailTemplate<'invitation'> = {
  hr: ({ tenant, invited_by, expires_at }) => ({
    subject: `Pozivnica: ${tenant}`,
    paragraphs: [
      invited_by === ''
        ? `Pozvani ste da otvorite račun u organizaciji ${tenant}.`
        : `${invited_by} poziva Vas da otvorite račun u organizaciji ${tenant}.`,
      'Postavite svoju lozinku i možete se prijaviti.',
    ],
    button: { label: 'Postavi lozinku' },
    notes: [
      `Poveznica vrijedi do ${croatianTime(expires_at)} i može se upotrijebiti samo jednom. Ako istekne, zatražite novu od onoga tko Vas je pozvao.`,
      'Ako ne znate zašto ste dobili ovu poruku, zanemarite je. Bez Vas se račun ne može upotrijebiti.',
    ],
  }),
  en: ({ tenant, invited_by, expires_at }) => ({
    subject: `Invitation: ${tenant}`,
    paragraphs: [
      invited_by === ''
        ? `You are invited to open an account at ${tenant}.`
        : `${invited_by} invites you to open an account at ${tenant}.`,
      'Set your password and you can sign in.',
    ],
    button: { label: 'Set password' },
    notes: [
      `The link works until ${englishTime(expires_at)} and only once. If it has expired, ask whoever invited you for a new one.`,
      'If you do not know why you received this message, ignore it. The account cannot be used without you.',
    ],
  }),
};

export const passwordResetMail: MailTemplate<'password-reset'> = {
  hr: ({ expires_at, by_administrator }) => ({
    subject: 'Nova lozinka',
    paragraphs: [
      by_administrator === 'yes'
        ? 'Administrator Vas moli da postavite novu lozinku. Odjavljeni ste na svim uređajima.'
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
};
