import type { InvitationState } from '../action-tokens/list-invitations.ts';
import { parseInstant } from '../kernel/clock.ts';
import { type SheetColumn, timeCell } from '../sheets/sheet.ts';
import type { InvitationItem } from './invitations-wire.ts';

type Column = SheetColumn<InvitationItem>;

const invited: readonly Column[] = [
  { heading: { hr: 'Osoba', en: 'Person' }, cell: ({ full_name }) => full_name },
  { heading: { hr: 'E-adresa', en: 'E-mail' }, cell: ({ email }) => email },
  { heading: { hr: 'Šalje', en: 'Sent by' }, cell: ({ invited_by }) => invited_by },
  { heading: { hr: 'Poslana', en: 'Sent' }, cell: ({ created_at }) => timeCell(parseInstant(created_at)) },
];

const ends = (hr: string, en: string): Column => ({
  heading: { hr, en },
  cell: ({ expires_at }) => timeCell(parseInstant(expires_at)),
});
const used: Column = {
  heading: { hr: 'Prihvaćena', en: 'Accepted' },
  cell: ({ used_at }) => timeCell(used_at === null ? null : parseInstant(used_at)),
};

/** The columns of the page, in its order; the time that matters most in a state comes last. */
export const invitationColumns: Readonly<Record<InvitationState, readonly Column[]>> = {
  pending: [...invited, ends('Istječe', 'Expires')],
  expired: [...invited, ends('Istekla', 'Expired')],
  used: [...invited, used],
  replaced: invited,
  cancelled: invited,
};
