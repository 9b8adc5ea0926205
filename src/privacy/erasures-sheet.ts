import { parseInstant } from '../kernel/clock.ts';
import { type SheetColumn, timeCell } from '../sheets/sheet.ts';
import { isErasedAddress } from '../users/erase-user.ts';
import { erasureWords as english } from '../words/erasure-words-en.ts';
import { erasureWords as croatian } from '../words/erasure-words-hr.ts';
import type { QueueItem } from './privacy-wire.ts';

const words = { hr: croatian, en: english };
const wholeTime = (at: string | null) => timeCell(at === null ? null : parseInstant(at));
type Column = SheetColumn<QueueItem>;

/** The columns of the page, in its order. Of an erased person only the id is left. */
export const erasureColumns: readonly Column[] = [
  {
    heading: { hr: 'Osoba', en: 'Person' },
    cell: ({ full_name, user_id }, language) =>
      full_name.trim() === '' ? words[language]['privacy.person.number'].replace('{{id}}', String(user_id)) : full_name,
  },
  { heading: { hr: 'E-adresa', en: 'E-mail' }, cell: ({ email }) => (isErasedAddress(email) ? null : email) },
  {
    heading: { hr: 'Povod', en: 'Reason' },
    cell: ({ origin }, language) => words[language][`privacy.origin.${origin}`],
  },
  {
    heading: { hr: 'Stanje', en: 'Status' },
    cell: ({ status, legal_hold_at }, language) =>
      words[language][`privacy.one.${status === 'pending' && legal_hold_at !== null ? 'held' : status}`],
  },
  { heading: { hr: 'Zatraženo', en: 'Requested' }, cell: ({ requested_at }) => wholeTime(requested_at) },
  { heading: { hr: 'Rok', en: 'Due' }, cell: ({ due_at }) => wholeTime(due_at) },
  {
    heading: { hr: 'Riješeno', en: 'Closed' },
    cell: ({ completed_at, cancelled_at, status, decided_at }) =>
      wholeTime(completed_at ?? cancelled_at ?? (status === 'rejected' ? decided_at : null)),
  },
];
