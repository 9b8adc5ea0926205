import type { Instant } from '../../platform/kernel/clock.ts';
import { croatianTime, englishTime } from '../../platform/mail/mail-dates.ts';
import type { MailTemplates } from '../../platform/mail/mail-template.ts';

declare module '../../platform/mail/mail.ts' {
  interface MailParams {
    'subscription-failing': {
      readonly application: string;
      readonly since: Instant;
      /** A status, or the code of a problem. */
      readonly reason: string;
      /** Empty while it is still tried. */
      readonly ended: Instant | '';
    };
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

export const eventMails: MailTemplates<'subscription-failing' | 'orders-unanswered'> = {
  'subscription-failing': {
    chosen: { application: 'name' },
    hr: ({ application, since, reason, ended }) => ({
      subject: 'Aplikacija ne prima obavijesti',
      paragraphs: [
        `Aplikacija „${application}” ne prima obavijesti o promjenama od ${croatianTime(since)}. Posljednji odgovor: ${reason}.`,
        ended === ''
          ? 'Pokušavamo i dalje, najviše tri dana od prvog neuspjeha. Nijedna obavijest nije izgubljena: poslat ćemo ih redom čim aplikacija odgovori.'
          : `Slanje je zaustavljeno ${croatianTime(ended)}. Nijedna obavijest nije izgubljena: kad aplikacija bude spremna, nastavite slanje i stići će redom.`,
        'Proslijedite ovo onome tko održava aplikaciju. Ako ne znate tko je to, pitajte svojeg administratora.',
      ],
      notes: ['Ovu poruku dobivate jer ste Vi uključili te obavijesti.'],
    }),
    en: ({ application, since, reason, ended }) => ({
      subject: 'An application does not receive events',
      paragraphs: [
        `The application “${application}” has not received events since ${englishTime(since)}. Last answer: ${reason}.`,
        ended === ''
          ? 'We keep trying for three days after the first failure. No event is lost: they will be sent in order once the application answers.'
          : `Sending stopped ${englishTime(ended)}. No event is lost: resume it when the application is ready, and they will arrive in order.`,
        'Pass this on to whoever maintains the application. If you do not know who does, ask your administrator.',
      ],
      notes: ['You get this message because you subscribed to these events.'],
    }),
  },
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
