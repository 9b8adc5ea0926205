import type { Instant } from '../../platform/kernel/clock.ts';
import { croatianTime, englishTime } from '../../platform/mail/mail-dates.ts';
import type { MailTemplates } from '../../platform/mail/mail-template.ts';

declare module '../../platform/mail/mail.ts' {
  interface MailParams {
    'transfer-asked': {
      readonly person: string;
      readonly club: string;
      readonly at: Instant;
      readonly expires_at: Instant;
    };
    'transfer-released': {
      readonly from: string;
      readonly to: string;
      readonly at: Instant;
      readonly expires_at: Instant;
    };
  }
}

export const transferMails: MailTemplates<'transfer-asked' | 'transfer-released'> = {
  'transfer-asked': {
    hr: ({ person, club, at, expires_at }) => ({
      subject: `${club} traži prijelaz: ${person}`,
      paragraphs: [
        `Organizacija ${club} zatražila je ${croatianTime(at)} da joj ${person} prijeđe iz Vašeg kluba.`,
        'Možete dopustiti prijelaz ili ga odbiti. Dopustite li ga, odlučuje osoba: dok ne prihvati, ostaje Vaš član.',
      ],
      button: { label: 'Otvori prijelaze', path: '/admin/transfers' },
      notes: [
        `Zahtjev vrijedi do ${croatianTime(expires_at)}. Nakon 14 dana na njega može odgovoriti i savez iznad oba kluba.`,
        'Ako ne znate o čemu je riječ, pitajte svojega člana prije nego što odgovorite.',
      ],
    }),
    en: ({ person, club, at, expires_at }) => ({
      subject: `${club} asks for a transfer: ${person}`,
      paragraphs: [
        `On ${englishTime(at)} ${club} asked for the transfer of ${person} from your club.`,
        'You can approve or refuse the transfer. If you approve it, they decide: until they accept, they stay your member.',
      ],
      button: { label: 'Open transfers', path: '/admin/transfers' },
      notes: [
        `The request is open until ${englishTime(expires_at)}. After 14 days the federation above both clubs may answer it, too.`,
        'If you know nothing about it, ask your member before you answer.',
      ],
    }),
    chosen: { person: 'name', club: 'name' },
  },
  'transfer-released': {
    hr: ({ from, to, at, expires_at }) => ({
      subject: `${to} čeka Vašu odluku o prijelazu`,
      paragraphs: [
        `Organizacija ${to} želi da joj se pridružite. Prijelaz iz organizacije ${from} dopušten je ${croatianTime(at)}.`,
        `Ako prihvatite, prestaje Vaše članstvo u organizaciji ${from} i počinje novo u organizaciji ${to}. Ako odbijete, sve ostaje kako jest.`,
      ],
      button: { label: 'Odgovori', path: '/profil?tab=clanstva' },
      notes: [
        `Odgovoriti možete do ${croatianTime(expires_at)}.`,
        'Ako ne znate o čemu je riječ ili to niste željeli, zanemarite ovu poruku: bez Vas se ništa ne mijenja.',
      ],
    }),
    en: ({ from, to, at, expires_at }) => ({
      subject: `Your transfer to ${to} awaits your decision`,
      paragraphs: [
        `${to} would like you to join them, and ${from} agreed on ${englishTime(at)}.`,
        `If you accept, your membership at ${from} ends and a new one begins at ${to}. If you decline, everything stays as it is.`,
      ],
      button: { label: 'Answer', path: '/profil?tab=clanstva' },
      notes: [
        `You can answer until ${englishTime(expires_at)}.`,
        'If you did not want this, decline or ignore this message: nothing changes without you.',
      ],
    }),
    chosen: { from: 'name', to: 'name' },
  },
};
