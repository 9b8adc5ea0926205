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
  }
}

export const eventMails: MailTemplates<'subscription-failing'> = {
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
};
