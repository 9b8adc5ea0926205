import type { Instant } from '../kernel/clock.ts';
import type { MailKind, MailParams } from './mail.ts';
import { croatianTime, englishTime } from './mail-dates.ts';

/** A mail in one language. All plain text; rendering escapes it. */
export interface MailText {
  /** `{code}` is replaced by the mail's code. */
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Label of the only button. It leads to the mail's secret link, or else to `path` of the service. */
  readonly button?: {
    readonly label: string;
    readonly path?: '/forgot-password' | '/login' | '/admin/invitations' | '/admin/transfers' | '/profil?tab=clanstva';
  };
  /** After the button or code, less prominent: the expiry, and what to do if it was not you. */
  readonly notes: readonly string[];
}

export interface MailTemplate<Kind extends MailKind> {
  readonly hr: (params: MailParams[Kind]) => MailText;
  readonly en: (params: MailParams[Kind]) => MailText;
  /** The parameters that people chose, which are sanitised first. A name is cut shorter than a sentence. */
  readonly chosen?: { readonly [Member in keyof MailParams[Kind]]?: 'name' | 'sentence' };
}

export type MailTemplates<Kind extends MailKind = MailKind> = { readonly [K in Kind]: MailTemplate<K> };

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
            'Ako to niste bili Vi, javite nam to odmah ovim gumbom. Prekinut ćemo prijavu iz koje je to učinjeno, ukloniti ono što je njome dodano i tražiti novu lozinku.',
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
            'If this was not you, tell us at once with this button. We will end the sign-in that did it, remove what it added and ask for a new password.',
          ],
          button: { label: 'That was not me' },
          notes: [
            `The link works until ${englishTime(until)}. Opening it changes nothing: that happens only when you confirm.`,
          ],
        },
};

type Words = readonly [subject: string, sentence: string];

interface About extends TakenBackUntil {
  readonly at: Instant;
}

/** The texts of a kind whose only parameters are times. */
interface NoticeTemplate {
  readonly hr: (params: About) => MailText;
  readonly en: (params: About) => MailText;
}

/** Builds a notice about an event of the recipient's account: one sentence, the time, and what to do if it was not them. */
export function notice(
  hr: Words,
  en: Words,
  more: readonly [hr: string, en: string] | readonly [] = [],
): NoticeTemplate {
  return {
    hr: ({ at, until }) => {
      const { paragraphs, ...closing } = alarmUntil.hr(until);
      return {
        subject: hr[0],
        paragraphs: [`${hr[1]} ${croatianTime(at)}.`, ...more.slice(0, 1), ...paragraphs],
        ...closing,
      };
    },
    en: ({ at, until }) => {
      const { paragraphs, ...closing } = alarmUntil.en(until);
      return {
        subject: en[0],
        paragraphs: [`On ${englishTime(at)} ${en[1]}.`, ...more.slice(1), ...paragraphs],
        ...closing,
      };
    },
  };
}
