import type { Instant } from '../kernel/clock.ts';
import { croatianTime, englishTime } from './mail-dates.ts';
import type { MailText } from './mail-template.ts';

/** The closing of a notice its reader may not have caused: what to do, and where. */
export const alarm = {
  hr: {
    button: { label: 'Zatraži novu lozinku', path: '/forgot-password' },
    paragraphs: [
      'Ako ste to bili Vi, ne morate ništa učiniti.',
      'Ako to niste bili Vi, odmah zatražite novu lozinku i javite se svojem administratoru.',
    ],
  },
  en: {
    button: { label: 'Request a new password', path: '/forgot-password' },
    paragraphs: [
      'If this was you, there is nothing to do.',
      'If this was not you, request a new password at once and contact your administrator.',
    ],
  },
} as const;

type Closing = Pick<MailText, 'paragraphs' | 'button' | 'notes'>;

/** Until when the mail's own link takes the change back; none where no sign-in made it. */
export interface TakenBackUntil {
  readonly until?: Instant;
}

/** The closing of a notice about something that was added: by its link the reader takes that back. */
export const alarmUntil = {
  hr: (until: Instant | undefined): Closing =>
    until === undefined
      ? { ...alarm.hr, notes: [] }
      : {
          paragraphs: [
            'Ako ste to bili Vi, ne morate ništa učiniti.',
            'Ako to niste bili Vi, javite nam to odmah ovim gumbom. Prekinut ćemo prijavu iz koje je to učinjeno, ukloniti što je njome dodano i tražiti novu lozinku.',
          ],
          button: { label: 'To nisam ja' },
          notes: [
            `Poveznica vrijedi do ${croatianTime(until)}. Otvorite li je, još se ništa ne mijenja: tek kad to potvrdite.`,
          ],
        },
  en: (until: Instant | undefined): Closing =>
    until === undefined
      ? { ...alarm.en, notes: [] }
      : {
          paragraphs: [
            'If this was you, there is nothing to do.',
            'If this was not you, tell us at once by this button. We end the sign-in that did it, remove what it added and ask for a new password.',
          ],
          button: { label: 'That was not me' },
          notes: [
            `The link works until ${englishTime(until)}. Opening it changes nothing: that happens only when you confirm.`,
          ],
        },
};
