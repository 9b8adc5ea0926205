import { exportReader } from './connectors/export-reader.ts';
import type { Form, TableReader } from './table-reader.ts';
import { xlsxReader } from './xlsx-reader.ts';

/** What reads files other than text with delimiters; the first that recognises a file reads it. */
const TABLE_READERS: readonly TableReader[] = [xlsxReader, exportReader];

/** What a file is, by its first bytes; `undefined` for text, and for what nobody reads. */
export const formOf = (head: Buffer): Form | undefined => TABLE_READERS.find((one) => one.recognises(head))?.form;

export function readerOf(form: Form): TableReader {
  const found = TABLE_READERS.find((one) => one.form === form);
  if (found === undefined) throw new Error(`Nothing reads ${form}`);
  return found;
}
