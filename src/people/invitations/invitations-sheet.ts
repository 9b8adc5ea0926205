import { type Static, Type } from 'typebox';
import { parseInstant } from '../../platform/kernel/clock.ts';
import { type SheetColumns, timeCell } from '../../platform/sheets/sheet.ts';
import { listFileQuery } from '../../platform/sheets/sheet-wire.ts';
import { mailWords as english } from '../../platform/words/mail-words-en.ts';
import { mailWords as croatian } from '../../platform/words/mail-words-hr.ts';
import { type InvitationItem, invitationsFilter } from './invitations-wire.ts';

const words = { hr: croatian, en: english };

/** The columns of the page. */
export const invitationColumns: SheetColumns<InvitationItem> = {
  person: { heading: { hr: 'Osoba', en: 'Person' }, cell: ({ full_name }) => full_name },
  email: { heading: { hr: 'E-adresa', en: 'E-mail' }, cell: ({ email }) => email },
  by: { heading: { hr: 'Pošiljatelj', en: 'Sent by' }, cell: ({ invited_by }) => invited_by },
  sent: {
    heading: { hr: 'Poslana', en: 'Sent' },
    cell: ({ created_at }) => timeCell(parseInstant(created_at)),
  },
  mail: {
    heading: { hr: 'Poruka', en: 'Mail' },
    cell: ({ mail }, language) => mail && words[language][`mails.state.${mail}`],
  },
  expires: {
    heading: { hr: 'Vrijedi do', en: 'Valid until' },
    cell: ({ expires_at }) => timeCell(parseInstant(expires_at)),
  },
  used: {
    heading: { hr: 'Prihvaćena', en: 'Accepted' },
    cell: ({ used_at }) => timeCell(used_at === null ? null : parseInstant(used_at)),
  },
};

export const ExportInvitationsQuery = Type.Object({ ...invitationsFilter, ...listFileQuery(invitationColumns) });
export type ExportInvitationsQuery = Static<typeof ExportInvitationsQuery>;
