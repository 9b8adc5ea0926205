import type { Instant } from '../../platform/kernel/clock.ts';
import { croatianTime, englishTime } from '../../platform/mail/mail-dates.ts';
import { alarm, type MailTemplates } from '../../platform/mail/mail-template.ts';

declare module '../../platform/mail/mail.ts' {
  interface MailParams {
    'erasure-requested': { readonly at: Instant; readonly due_at: Instant };
    /** `reason` is an administrator's free text. */
    'erasure-extended': { readonly at: Instant; readonly due_at: Instant; readonly reason: string };
    'erasure-rejected': { readonly at: Instant; readonly reason: string };
    /** The last mail, sent before the address is erased. */
    'erasure-completed': { readonly at: Instant };
  }
}

/** Mails about a request for erasure (GDPR art. 12(3) and (4), art. 17). */
export const privacyMails: MailTemplates<
  'erasure-requested' | 'erasure-extended' | 'erasure-rejected' | 'erasure-completed'
> = {
  'erasure-requested': {
    hr: ({ at, due_at }) => ({
      subject: 'Zaprimljen je zahtjev za brisanje podataka',
      paragraphs: [
        `Vaš zahtjev za brisanje osobnih podataka zaprimljen je ${croatianTime(at)}.`,
        `O njemu ćemo odlučiti najkasnije ${croatianTime(due_at)}. Do odluke ga možete povući na stranici „Moj račun”.`,
        ...alarm.hr.paragraphs.slice(1),
      ],
      button: alarm.hr.button,
      notes: [],
    }),
    en: ({ at, due_at }) => ({
      subject: 'Your request for erasure was received',
      paragraphs: [
        `Your request that your personal data be erased was received on ${englishTime(at)}.`,
        `We will decide on it by ${englishTime(due_at)}. Until then you can withdraw it under My account.`,
        ...alarm.en.paragraphs.slice(1),
      ],
      button: alarm.en.button,
      notes: [],
    }),
  },
  'erasure-extended': {
    hr: ({ due_at, reason }) => ({
      subject: 'Rok za brisanje podataka produljen je',
      paragraphs: [
        `Rok za odluku o Vašem zahtjevu za brisanje podataka produljen je do ${croatianTime(due_at)}.`,
        `Razlog: ${reason}`,
      ],
      notes: [COMPLAINT.hr],
    }),
    en: ({ due_at, reason }) => ({
      subject: 'More time is needed for your erasure',
      paragraphs: [
        `The time to decide on your request for erasure was extended until ${englishTime(due_at)}.`,
        `Reason: ${reason}`,
      ],
      notes: [COMPLAINT.en],
    }),
    chosen: { reason: 'sentence' },
  },
  'erasure-rejected': {
    hr: ({ at, reason }) => ({
      subject: 'Zahtjev za brisanje podataka odbijen je',
      paragraphs: [`Vaš zahtjev za brisanje podataka odbijen je ${croatianTime(at)}.`, `Razlog: ${reason}`],
      notes: [COMPLAINT.hr],
    }),
    en: ({ at, reason }) => ({
      subject: 'Your request for erasure was rejected',
      paragraphs: [`Your request for erasure was rejected on ${englishTime(at)}.`, `Reason: ${reason}`],
      notes: [COMPLAINT.en],
    }),
    chosen: { reason: 'sentence' },
  },
  'erasure-completed': {
    hr: ({ at }) => ({
      subject: 'Vaši se podaci brišu',
      paragraphs: [
        `Vaš je zahtjev za brisanje podataka odobren, a brisanje je počelo ${croatianTime(at)}.`,
        'Račun, prijave, slika i sadržaj poruka brišu se, a zatim i ova adresa. Ovo je posljednja poruka koju Vam šaljemo.',
      ],
      notes: ['Ako niste tražili brisanje, odmah se javite svojem administratoru.'],
    }),
    en: ({ at }) => ({
      subject: 'Your data is being erased',
      paragraphs: [
        `Your request for erasure was approved, and the erasure began on ${englishTime(at)}.`,
        'Your account, sign-ins, picture and the contents of messages are erased, and then this address too. This is the last message we send you.',
      ],
      notes: ['If you did not ask for this, contact your administrator at once.'],
    }),
  },
};

/** GDPR art. 12(4): a person whose request is refused or delayed must be told where to complain. */
const COMPLAINT = {
  hr: 'Ako ne znate zašto ili se ne slažete, javite se svojem administratoru. Pritužbu možete podnijeti i Agenciji za zaštitu osobnih podataka.',
  en: 'If you do not agree, contact your administrator. You may also complain to the data protection authority.',
} as const;
