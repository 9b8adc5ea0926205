import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Call } from '../../platform/http/call.ts';
import { csvLine } from '../../platform/kernel/csv-cell.ts';
import type { Sheet, SheetColumn, SheetLanguage } from '../../platform/sheets/sheet.ts';
import { columnWords } from '../../platform/words/column-words.ts';
import type { BulkRunDeps } from './act-on-person.ts';
import type { BulkReportQuery } from './bulk-acts-wire.ts';
import type { BulkJob, BulkOutcome } from './bulk-job.ts';
import { bulkReason } from './bulk-job.ts';
import { type NamedRow, takeJobRows } from './find-bulk-jobs.ts';

const OUTCOME_WORDS: Readonly<Record<BulkOutcome, Readonly<Record<SheetLanguage, string>>>> = {
  done: { hr: 'Učinjeno', en: 'Done' },
  refused: { hr: 'Nije učinjeno', en: 'Not done' },
  undone: { hr: 'Poništeno', en: 'Undone' },
  kept: { hr: 'Nije poništeno', en: 'Not undone' },
};

const columns: readonly SheetColumn<NamedRow>[] = [
  { heading: { hr: 'Ime i prezime', en: 'Name' }, cell: ({ full_name }) => full_name },
  { heading: columnWords['column.email'], cell: ({ email }) => email },
  { heading: { hr: 'Ishod', en: 'Outcome' }, cell: ({ outcome }, language) => OUTCOME_WORDS[outcome][language] },
  { heading: { hr: 'Razlog', en: 'Reason' }, cell: bulkReason },
];

/** The outcomes as a file. The download is recorded before the first line, like that of a list of people. */
export async function bulkReport(
  { database }: BulkRunDeps,
  call: Call,
  job: BulkJob,
  { language, raw, format = 'csv' }: BulkReportQuery,
): Promise<{ sheet: Sheet<NamedRow>; raw: AsyncGenerator<string> | undefined }> {
  const meta = { job_id: job.id, act: job.action, format };
  const entry = { action: 'bulk.report', tenantId: job.tenant_id, meta } as const;
  await database.transaction((tx) => recordAudit(tx, call, entry));
  const inLanguage = language ?? call.caller.account.preferred_language;
  const name = `${inLanguage === 'en' ? 'bulk-act' : 'skupna-radnja'}-${job.id}`;
  const pages = takeJobRows(database.read, call.caller, job);
  return { sheet: { name, language: inLanguage, columns, pages }, raw: raw === '1' ? plainLines(pages) : undefined };
}

const PLAIN = ['user_id', 'email', 'outcome', 'code'] as const;

async function* plainLines(pages: AsyncGenerator<readonly NamedRow[]>): AsyncGenerator<string> {
  yield csvLine(PLAIN);
  for await (const page of pages) yield page.map((row) => csvLine(PLAIN.map((column) => row[column]))).join('');
}
