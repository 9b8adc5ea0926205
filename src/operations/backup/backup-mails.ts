import type { Instant } from '../../platform/kernel/clock.ts';
import { croatianTime, englishTime } from '../../platform/mail/mail-dates.ts';
import type { MailTemplates } from '../../platform/mail/mail-template.ts';

declare module '../../platform/mail/mail.ts' {
  interface MailParams {
    /** Empty for never. */
    'backup-too-old': { readonly made: Instant | ''; readonly rehearsed: Instant | '' };
  }
}

export const backupMails: MailTemplates<'backup-too-old'> = {
  'backup-too-old': {
    hr: ({ made, rehearsed }) => ({
      subject: 'Sigurnosna kopija je prestara',
      paragraphs: [
        made === ''
          ? 'Sigurnosna kopija još nijednom nije napravljena.'
          : `Posljednja sigurnosna kopija napravljena je ${croatianTime(made)}.`,
        rehearsed === ''
          ? 'Nijedna kopija još nije probno vraćena, pa se ne zna može li se vratiti.'
          : `Posljednja je kopija probno vraćena ${croatianTime(rehearsed)}.`,
        'Proslijedite ovo onome tko održava poslužitelj. Što ne radi, pokazat će naredbe „iskaznica backup create” i „iskaznica backup rehearse”.',
        'Ako ne znate tko održava poslužitelj, pitajte onoga tko Vam je otvorio račun.',
      ],
      notes: ['Ova poruka stiže jednom dnevno dok se to ne popravi.'],
    }),
    en: ({ made, rehearsed }) => ({
      subject: 'The backup is too old',
      paragraphs: [
        made === '' ? 'No backup was ever made.' : `The last backup was made ${englishTime(made)}.`,
        rehearsed === ''
          ? 'None was ever restored as a test, so nobody knows whether one can be.'
          : `One was last restored as a test ${englishTime(rehearsed)}.`,
        'Pass this on to whoever maintains the server. The commands “iskaznica backup create” and “iskaznica backup rehearse” say what is wrong.',
        'If you do not know who does, ask whoever opened your account.',
      ],
      notes: ['You will get this message once a day until this is fixed.'],
    }),
  },
};
