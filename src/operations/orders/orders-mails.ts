import type { Instant } from '../../platform/kernel/clock.ts';
import { croatianTime, englishTime } from '../../platform/mail/mail-dates.ts';
import type { MailTemplates } from '../../platform/mail/mail-template.ts';

declare module '../../platform/mail/mail.ts' {
  interface MailParams {
    'orders-unanswered': {
      readonly recipient: string;
      readonly count: string;
      /** When the first of them was made. */
      readonly since: Instant;
      /** `untold`: nobody has told the recipient. `overdue`: no answer for fourteen days. */
      readonly state: 'untold' | 'overdue';
      readonly at: Instant;
    };
  }
}

export const orderMails: MailTemplates<'orders-unanswered'> = {
  'orders-unanswered': {
    chosen: { recipient: 'name' },
    hr: ({ recipient, count, since, state, at }) => ({
      subject: state === 'overdue' ? 'Primatelj podataka nije odgovorio' : 'Primatelj podataka nije obaviješten',
      paragraphs: [
        state === 'overdue'
          ? `Primatelj „${recipient}” do ${croatianTime(at)} nije odgovorio je li izbrisao ili ispravio osobne podatke. Broj naloga bez odgovora: ${count}. Prvi je od ${croatianTime(since)}.`
          : `Primatelju „${recipient}” nalozi za brisanje ili ispravak osobnih podataka ne mogu se poslati. Broj naloga do ${croatianTime(at)}: ${count}. Prvi je od ${croatianTime(since)}.`,
        'Obavijestite ga pismom, e-poštom ili telefonom te na stranici zahtjeva upišite kada ste to učinili i što je odgovorio. Voditelj obrade dužan je o brisanju i ispravku obavijestiti svakog primatelja (čl. 19. Opće uredbe o zaštiti podataka).',
      ],
      notes: ['Ovu poruku dobivate jer ste Vi upisali tog primatelja. Ako to niste bili Vi, javite to administratoru.'],
    }),
    en: ({ recipient, count, since, state, at }) => ({
      subject: state === 'overdue' ? 'A recipient of data has not answered' : 'A recipient of data has not been told',
      paragraphs: [
        state === 'overdue'
          ? `By ${englishTime(at)} the recipient “${recipient}” has not answered whether it has erased or corrected personal data. Orders without an answer: ${count}. The first is from ${englishTime(since)}.`
          : `Orders to erase or correct personal data cannot be sent to the recipient “${recipient}”. Orders by ${englishTime(at)}: ${count}. The first is from ${englishTime(since)}.`,
        'Tell it by letter, e-mail or telephone, and record on the page of the request when you did so and what it answered. A controller must tell every recipient of an erasure or correction (GDPR art. 19).',
      ],
      notes: ['You get this message because you entered this recipient. If it was not you, tell an administrator.'],
    }),
  },
};
