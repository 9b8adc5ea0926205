import type { Instant } from '../../platform/kernel/clock.ts';
import { croatianTime, englishTime } from '../../platform/mail/mail-dates.ts';
import type { MailTemplates } from '../../platform/mail/mail-template.ts';

declare module '../../platform/mail/mail.ts' {
  interface MailParams {
    invitation: { readonly tenant: string; readonly invited_by: string; readonly expires_at: Instant };
  }
}

export const invitationMails: MailTemplates<'invitation'> = {
  invitation: {
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
    chosen: { tenant: 'name', invited_by: 'name' },
  },
};
