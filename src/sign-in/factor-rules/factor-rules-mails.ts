import type { Instant } from '../../platform/kernel/clock.ts';
import { croatianTime, englishTime } from '../../platform/mail/mail-dates.ts';
import type { MailTemplates } from '../../platform/mail/mail-template.ts';

declare module '../../platform/mail/mail.ts' {
  interface MailParams {
    /** `due_at` is empty if a second factor is already required. */
    'second-factor-missing': { readonly due_at: Instant | '' };
  }
}

export const factorPolicyMails: MailTemplates<'second-factor-missing'> = {
  'second-factor-missing': {
    hr: ({ due_at }) => ({
      subject: 'Uključite drugi korak prijave',
      paragraphs: [
        due_at === ''
          ? 'Vaša uloga traži drugi korak prijave: kod s telefona uz lozinku. Pri sljedećoj prijavi najprije ćemo Vas zamoliti da ga uključite.'
          : `Vaša uloga traži drugi korak prijave: kod s telefona uz lozinku. Uključite ga do ${croatianTime(due_at)}; nakon toga bez njega nećete moći nastaviti.`,
        'Traje dvije minute: prijavite se, otvorite svoj profil i na kartici Sigurnost odaberite drugi korak prijave.',
      ],
      button: { label: 'Prijavi se', path: '/login' },
      notes: ['Ako ne znate kako, javite se svojem administratoru.'],
    }),
    en: ({ due_at }) => ({
      subject: 'Turn on two-step sign-in',
      paragraphs: [
        due_at === ''
          ? 'Your role requires two-step sign-in: a code from your phone besides your password. When you next sign in we will ask you to turn it on first.'
          : `Your role requires two-step sign-in: a code from your phone besides your password. Please turn it on by ${englishTime(due_at)}; after that you will not be able to go on without it.`,
        'It takes two minutes: sign in, open your profile and choose two-step sign-in under Security.',
      ],
      button: { label: 'Sign in', path: '/login' },
      notes: ['If you do not know how, contact your administrator.'],
    }),
  },
};
