import { parseInstant } from '../kernel/clock.ts';
import type { MailKind, MailState } from '../mail/mail.ts';
import { type SheetColumn, timeCell } from '../sheets/sheet.ts';
import { isErasedAddress } from '../users/erase-user.ts';
import { mailErrorKey } from '../words/mail-error.ts';
import { mailWords as english } from '../words/mail-words-en.ts';
import { mailWords as croatian } from '../words/mail-words-hr.ts';
import type { ListedMail } from './outbox-admin-wire.ts';

const words = { hr: croatian, en: english };
const wholeTime = (at: string | null) => timeCell(at === null ? null : parseInstant(at));

/** The columns of the page, in its order. */
export const mailColumns: readonly SheetColumn<ListedMail>[] = [
  { heading: { hr: 'Osoba', en: 'Person' }, cell: ({ user_name }) => user_name },
  {
    heading: { hr: 'E-adresa', en: 'E-mail' },
    cell: ({ to_address }) => (isErasedAddress(to_address) ? null : to_address),
  },
  {
    heading: { hr: 'Poruka', en: 'Message' },
    cell: ({ kind }, language) => words[language][`mails.kind.${kind as MailKind}`],
  },
  {
    heading: { hr: 'Stanje', en: 'Status' },
    cell: ({ state }, language) => words[language][`mails.state.${state as MailState}`],
  },
  { heading: { hr: 'Nastala', en: 'Created' }, cell: ({ created_at }) => wholeTime(created_at) },
  { heading: { hr: 'Poslana', en: 'Sent' }, cell: ({ sent_at }) => wholeTime(sent_at) },
  { heading: { hr: 'Pokušaja', en: 'Attempts' }, cell: ({ attempts }) => attempts },
  {
    heading: { hr: 'Zašto nije poslana', en: 'Why it was not sent' },
    cell: ({ state, last_error }, language) =>
      state === 'sent' || last_error === null ? null : words[language][mailErrorKey(last_error)],
  },
];
