import { type Static, Type } from 'typebox';
import { scopeOf } from '../../accounts/permissions/scope.ts';
import type { AuditAction, AuditActions, DeclaredActions } from '../../platform/audit/audit-actions.ts';
import { recordPages } from '../../platform/audit/export-audit.ts';
import type { AuditFilter } from '../../platform/audit/list-audit.ts';
import type { SealDeps } from '../../platform/audit/seal-audit.ts';
import type { Age } from '../../platform/database/search-newest.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { choice } from '../../platform/http/wire.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { Wording } from '../../platform/kernel/wording.ts';
import {
  chosenColumns,
  type Sheet,
  type SheetColumns,
  type SheetLanguage,
  timeCell,
} from '../../platform/sheets/sheet.ts';
import { chosenColumnsOf, sheetQuery } from '../../platform/sheets/sheet-wire.ts';
import { type Meta, noteOf } from '../../platform/words/audit-notes.ts';
import { columnWords } from '../../platform/words/column-words.ts';
import { sayNotes } from '../../platform/words/say-notes.ts';
import { type AuditItem, auditFilter } from './audit-log-wire.ts';
import { lookUp, showRecord } from './show-record.ts';

/** `act` is missing where the action no longer exists. */
type RecordItem = Static<typeof AuditItem> & { readonly act: Wording | undefined };

function actOf({ action, act: wording }: RecordItem, language: SheetLanguage): string {
  const act = wording?.[language] ?? action;
  return act.charAt(0).toLocaleUpperCase('hr') + act.slice(1);
}

/** In words, as on the page; empty where the action says everything. Programs read `meta` in `jsonl`. */
const detailsOf = ({ action, meta }: RecordItem, language: SheetLanguage): string | null =>
  noteOf(action as AuditAction, meta as Meta, sayNotes(language)) || null; // an action that no longer exists has no note

const columns = {
  at: { heading: columnWords['column.time'], cell: ({ at }) => timeCell(at) },
  who: {
    heading: { hr: 'Tko', en: 'Who' },
    cell: ({ actor_name, actor_email, service }) => actor_name ?? actor_email ?? service?.name ?? null,
  },
  act: { heading: { hr: 'Radnja', en: 'Action' }, cell: actOf },
  code: { heading: { hr: 'Oznaka', en: 'Code' }, cell: ({ action }) => action },
  about: { heading: { hr: 'O kome', en: 'About' }, cell: ({ user_name }) => user_name },
  ip: { heading: columnWords['column.ip'], cell: ({ ip }) => ip },
  device: { heading: columnWords['column.device'], cell: ({ device, user_agent }) => device ?? user_agent },
  details: { heading: { hr: 'Pojedinosti', en: 'Details' }, cell: detailsOf },
  record: { heading: { hr: 'Broj zapisa', en: 'Record' }, cell: ({ id }) => id },
} satisfies SheetColumns<RecordItem>;

export type AuditColumn = keyof typeof columns;

export const AuditExportQuery = Type.Object({
  ...auditFilter,
  ...sheetQuery,
  format: choice(['csv', 'xlsx', 'jsonl']),
  columns: chosenColumnsOf(columns),
});
export type AuditExportQuery = Static<typeof AuditExportQuery>;

interface SheetDeps extends SealDeps {
  readonly auditActions: AuditActions;
}

interface SheetQuery {
  readonly filter: AuditFilter;
  readonly first: Age;
  /** Defaults to the caller's. */
  readonly language: SheetLanguage | undefined;
  /** Names of columns; without them all. */
  readonly chosen: string | undefined;
  readonly at: Instant;
}

/** The log as a spreadsheet, with the same names, texts and order as the caller's list. @throws InvalidRequest (422) for an unknown column */
export function auditSheet(
  deps: SheetDeps,
  caller: Caller,
  { filter, first, language, chosen, at }: SheetQuery,
): Sheet<RecordItem> {
  const inLanguage = language ?? caller.account.preferred_language;
  const name = `${inLanguage === 'en' ? 'log' : 'dnevnik'}-${at.slice(0, 10)}`;
  const pages = listedPages(deps, caller, filter, first);
  return { name, language: inLanguage, columns: chosenColumns(columns, chosen), pages };
}

async function* listedPages(
  { database: { read, bulkRead }, auditActions }: SheetDeps,
  caller: Caller,
  filter: AuditFilter,
  first: Age,
) {
  const scope = scopeOf(caller);
  const actions: Partial<DeclaredActions> = auditActions;
  for await (const records of recordPages(bulkRead, filter, first)) {
    const known = await lookUp(records, read, scope);
    yield records.map((record) => ({ ...showRecord(record, known), act: actions[record.action]?.act }));
  }
}
