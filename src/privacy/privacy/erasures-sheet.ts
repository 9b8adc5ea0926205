import { type Static, Type } from 'typebox';
import { isErasedAddress } from '../../accounts/users/erase-user.ts';
import { parseInstant } from '../../platform/kernel/clock.ts';
import { type SheetColumns, timeCell } from '../../platform/sheets/sheet.ts';
import { listFileQuery } from '../../platform/sheets/sheet-wire.ts';
import { erasureWords as english } from '../../platform/words/erasure-words-en.ts';
import { erasureWords as croatian } from '../../platform/words/erasure-words-hr.ts';
import { type QueueItem, queueFilter } from './privacy-wire.ts';

const words = { hr: croatian, en: english };
const wholeTime = (at: string | null) => timeCell(at === null ? null : parseInstant(at));

/** The columns of the page. An erased person has only an id. */
export const erasureColumns: SheetColumns<QueueItem> = {
  person: {
    heading: { hr: 'Osoba', en: 'Person' },
    cell: ({ full_name, user_id }, language) =>
      full_name.trim() === '' ? words[language]['privacy.person.number'].replace('{{id}}', String(user_id)) : full_name,
  },
  email: { heading: { hr: 'E-adresa', en: 'E-mail' }, cell: ({ email }) => (isErasedAddress(email) ? null : email) },
  origin: {
    heading: { hr: 'Povod', en: 'Reason' },
    cell: ({ origin }, language) => words[language][`privacy.origin.${origin}`],
  },
  status: {
    heading: { hr: 'Stanje', en: 'Status' },
    cell: ({ status, legal_hold_at }, language) =>
      words[language][`privacy.one.${status === 'pending' && legal_hold_at !== null ? 'held' : status}`],
  },
  requested: { heading: { hr: 'Zatraženo', en: 'Requested' }, cell: ({ requested_at }) => wholeTime(requested_at) },
  due: { heading: { hr: 'Rok', en: 'Due' }, cell: ({ due_at }) => wholeTime(due_at) },
  since: {
    heading: { hr: 'Od', en: 'Since' },
    cell: ({ status, completed_at, failed_at, cancelled_at, decided_at }) =>
      status === 'pending' ? null : wholeTime(completed_at ?? failed_at ?? cancelled_at ?? decided_at),
  },
};

export const ExportQueueQuery = Type.Object({ ...queueFilter, ...listFileQuery(erasureColumns) });
export type ExportQueueQuery = Static<typeof ExportQueueQuery>;
