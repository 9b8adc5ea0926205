import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { type CsvError, type Options, parse } from 'csv-parse';
import { AppError } from '../kernel/app-error.ts';
import type { Delimiter, Encoding } from './import.ts';
import { importErrors } from './user-import-errors.ts';

/** One record of a file, with the line on which it begins. */
export interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

export interface CsvFile {
  readonly path: string;
  readonly encoding: Encoding;
}

const KIBI = 1024;
/** Small pieces keep each turn of the parser short: it works without a pause on what it is given. */
const PIECE = 16 * KIBI;
const LARGEST_RECORD = 64 * KIBI;

const optionsFor = (delimiter: Delimiter): Options => ({
  delimiter,
  bom: true,
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  skip_empty_lines: true,
  skip_records_with_empty_values: true,
  max_record_size: LARGEST_RECORD,
});

/**
 * The records of a file, headings first, as fast as they are taken. Lines without any text are no records.
 * @throws AppError `imports.unreadable` (422) with the line where the trouble begins
 */
export async function* readRecords(
  { path, encoding }: CsvFile,
  delimiter: Delimiter,
  mostBytes = Number.POSITIVE_INFINITY,
): AsyncGenerator<CsvRecord> {
  let reached = 0;
  const lines = lineCounter();
  const parser = parse({
    ...optionsFor(delimiter),
    on_record: (cells: string[], { lines: last }: { lines: number }) => {
      reached = last;
      return { line: lines(cells, last), cells };
    },
  } as unknown as Options);
  const source = createReadStream(path, { highWaterMark: PIECE, end: mostBytes });
  const decoder = new TextDecoder('windows-1250');
  const text = encoding === 'utf-8' ? source : source.map((chunk: Buffer) => decoder.decode(chunk));
  text.once('error', (error) => parser.destroy(error)); // also of a file that is not read to its end: nobody else listens
  text.pipe(parser);
  try {
    yield* parser as AsyncIterable<CsvRecord>;
  } catch (error) {
    throw 'lines' in (error as CsvError) ? unreadable(error, reached + 1) : error;
  } finally {
    source.destroy();
    parser.destroy();
  }
}

/** The first bytes of a file, decoded. */
export async function readHead({ path, encoding }: CsvFile): Promise<string> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(LARGEST_RECORD), 0, LARGEST_RECORD);
    return new TextDecoder(encoding).decode(buffer.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}

/** The parser tells where a record ends, and takes each of the two signs of a line end inside quotes for a line. */
function lineCounter(): (cells: readonly string[], last: number) => number {
  let surplus = 0;
  return (cells, last) => {
    let inside = 0;
    let pairs = 0;
    for (const cell of cells) {
      if (!cell.includes('\n') && !cell.includes('\r')) continue;
      inside += cell.match(/[\r\n]/g)?.length ?? 0;
      pairs += cell.match(/\r\n/g)?.length ?? 0;
    }
    const line = last - inside - surplus;
    surplus += pairs;
    return line;
  };
}

function unreadable(cause: unknown, line: number): AppError {
  const { code } = cause as CsvError;
  const detail =
    (code as string) === 'CSV_MAX_RECORD_SIZE'
      ? `Redak ${line} veći je od 64 KB. Možda u njemu nedostaje završni navodnik.`
      : `Datoteka se ne može pročitati: u retku ${line} navodnici nisu ispravni.`;
  return new AppError(importErrors['imports.unreadable'], { detail, members: { line }, cause });
}
