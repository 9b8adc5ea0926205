import { ApiError } from '../../client/api-error.ts';
import type { Import, ImportRow } from '../../client/wire-types.ts';
import type { Column } from '../../src/people/imports/import-columns.ts';
import type { Reason } from '../../src/people/imports/import-reasons.ts';
import type { Say } from '../i18n/texts.ts';
import { mayCheckAgain } from './use-check-again.ts';

const REFUSALS = [
  'imports.encoding',
  'imports.workbook',
  'imports.open_document',
  'imports.too_large',
  'imports.old_workbook',
  'imports.empty',
  'imports.no_email',
  'imports.headings',
  'imports.too_many_columns',
  'imports.too_many_rows',
  'imports.unreadable',
  'request.too_large',
] as const;

/** Why a whole file was refused, and what to do about it; `undefined` for a refusal unrelated to the file. */
export function fileRefusal(error: unknown, say: Say): { why: string; cure: string } | undefined {
  const code = error instanceof ApiError ? REFUSALS.find((one) => one === error.code) : undefined;
  const line = error instanceof ApiError ? String(error.members.line ?? '') : '';
  return code && { why: say(`imports.refused.${code}`, { line }), cure: say(`imports.refused.${code}.cure`) };
}

/** What of people who are created does not come along; whatever else is wrong keeps a row out. */
export const isLeftBehind = ({ reason }: { readonly reason: string | null }): boolean => reason === 'totp';

/** The problem with a row. */
export const reasonWords = ({ reason }: { readonly reason: string | null }, say: Say): string =>
  reason === null ? '' : say(`imports.reason.${reason as Reason}`);

/** Reasons that can apply to any column, so the column must be named. */
export const NAMELESS: readonly string[] = ['too_long', 'text_unsafe'];

/** The remedy; what a word means can be said only while the file can be checked again. */
export function cureWords({ reason }: { readonly reason: string | null }, of: Import, say: Say): string {
  if (reason === null) return '';
  return say(reason === 'role' && !mayCheckAgain(of) ? 'imports.cureDone.role' : `imports.cure.${reason as Reason}`);
}

export const columnWords = ({ column }: Pick<ImportRow, 'column'>, say: Say): string =>
  column === null ? '' : say(`imports.column.${column as Column}`);

const ENCODINGS: Readonly<Record<string, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1250': 'Windows-1250',
  'iso-8859-2': 'ISO-8859-2',
  cp852: 'DOS (CP852)',
  'mac-ce': 'Mac',
};

export const encodingWords = (encoding: string): string => ENCODINGS[encoding] ?? encoding;

/** How the file was read, so that a wrong guess is noticed at once. */
export function readingWords(
  { form, encoding, delimiter, table_line, notes, hidden_rows, hidden_columns, merged_cells }: Import,
  say: Say,
  language: string,
): string {
  const by = ({ ',': 'comma', ';': 'semicolon', '\t': 'tab' } as const)[delimiter] ?? 'comma';
  const { format } = new Intl.NumberFormat(language);
  const counted = (key: 'notes' | 'hiddenRows' | 'merged', count: number) =>
    count > 0 ? [say(`imports.table.${key}`, { count, number: format(count) })] : [];
  return [
    form === 'csv'
      ? say('imports.reading', { encoding: encodingWords(encoding), delimiter: say(`imports.delimiter.${by}`) })
      : form.toUpperCase(),
    ...(table_line > 1 ? [say('imports.table.from', { line: table_line })] : []),
    ...counted('notes', notes),
    ...counted('hiddenRows', hidden_rows),
    ...(hidden_columns.length > 0 ? [say('imports.table.hiddenColumns', { columns: hidden_columns.join(', ') })] : []),
    ...counted('merged', merged_cells),
  ].join(' · ');
}

/** The headings of a file of which none means an address. */
export function headingsIn(error: unknown): string[] {
  if (!(error instanceof ApiError) || error.code !== 'imports.no_email') return [];
  const columns = error.members.columns as Import['columns'];
  return [...new Set(columns.map(({ heading }) => heading).filter(Boolean))];
}
