import { Type } from 'typebox';
import { scopeOf } from '../../accounts/permissions/scope.ts';
import { isErasedAddress } from '../../accounts/users/erase-user.ts';
import { defineRoute, type Route } from '../../platform/http/define-route.ts';
import { MOST_ON_A_PAGE } from '../../platform/http/list-wire.ts';
import { permitted } from '../../platform/http/route-access.ts';
import { parseInstant } from '../../platform/kernel/clock.ts';
import type { MailKind, MailState } from '../../platform/mail/mail.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { everyPage, listExport, sendList } from '../../platform/sheets/list-export.ts';
import type { SheetColumns } from '../../platform/sheets/sheet.ts';
import { timeCell } from '../../platform/sheets/sheet.ts';
import { listFileQuery } from '../../platform/sheets/sheet-wire.ts';
import { columnWords } from '../../platform/words/column-words.ts';
import { mailErrorKey } from '../../platform/words/mail-error.ts';
import { mailWords } from '../../platform/words/mail-words.ts';
import { type ListedMail, mailsFilter } from './outbox-wire.ts';
import { showMails } from './show-mails.ts';

const wholeTime = (at: string | null) => timeCell(at === null ? null : parseInstant(at));

/** The columns of the page. */
const mailColumns = {
  person: { heading: columnWords['column.person'], cell: ({ user_name }) => user_name },
  address: {
    heading: columnWords['column.email'],
    cell: ({ to_address }) => (isErasedAddress(to_address) ? null : to_address),
  },
  kind: {
    heading: columnWords['column.kind'],
    cell: ({ kind }, language) => mailWords[`mails.kind.${kind as MailKind}`][language],
  },
  state: {
    heading: columnWords['column.state'],
    cell: ({ state }, language) => mailWords[`mails.state.${state as MailState}`][language],
  },
  created: { heading: columnWords['column.created'], cell: ({ created_at }) => wholeTime(created_at) },
  sent: { heading: columnWords['column.sent'], cell: ({ sent_at }) => wholeTime(sent_at) },
  attempts: { heading: columnWords['column.attempts'], cell: ({ attempts }) => attempts },
  reason: {
    heading: { hr: 'Zašto nije poslana', en: 'Why it was not sent' },
    cell: ({ state, last_error }, language) =>
      state === 'sent' || last_error === null ? null : mailWords[mailErrorKey(last_error)][language],
  },
} satisfies SheetColumns<ListedMail>;

export type MailColumn = keyof typeof mailColumns;

const ExportMailsQuery = Type.Object({ ...mailsFilter, ...listFileQuery(mailColumns) });

export const exportMailsRoute = (deps: Pick<Platform, 'database'>): Route =>
  defineRoute({
    ...listExport('export.mails', ['tenants.not_found']),
    path: '/api/admin/mails/export',
    summary: 'A list of mails as a file, in its order; without what they say',
    tag: 'Mail',
    access: permitted('mails.manage'),
    requiresReauth: 'always',
    request: { query: ExportMailsQuery },
    handle: (request, caller) => {
      const { format, language, columns, ...wanted } = request.query;
      return sendList(deps.database, request, {
        action: 'export.mails',
        tenantId: scopeOf(caller, wanted.tenant_id).tenantId,
        names: { hr: 'posta', en: 'mails' },
        columns: mailColumns,
        pages: everyPage((page) => showMails(deps, caller, { ...wanted, ...page, limit: MOST_ON_A_PAGE })),
      });
    },
  });
