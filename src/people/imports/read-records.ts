import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { type Options, type Parser, parse } from 'csv-parse';
import { AppError } from '../../platform/kernel/app-error.ts';
import { isOneOf, membersOf } from '../../platform/kernel/unchecked.ts';
import { type Corrections, withCorrections } from './corrections.ts';
import { joinHeadings, rowsIn } from './find-table.ts';
import type { Delimiter, Encoding, Reading } from './import.ts';
import { type Position, positionOfLine } from './line-offsets.ts';
import { readRowsFile } from './rows-file.ts';
import { decodeSingleByte, SINGLE_BYTE } from './single-byte.ts';

/** A record of a file, with its first line's number. */
export interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
  /** The line cannot be parsed: a quote is missing, or it is too long. Its cells are guesses, to be corrected. */
  readonly unreadable: boolean;
}

export interface StagedCopy {
  readonly path: string;
  readonly encoding: Encoding;
}

/** A file, where its table is, and what was corrected in it. */
export interface TableFile extends StagedCopy {
  readonly delimiter: Delimiter;
  readonly reading: Pick<Reading, 'table_line' | 'heading_lines' | 'sheets' | 'sheet'>;
  readonly corrections: Corrections;
}

const KIBI = 1024;
/** Small chunks keep each turn of the event loop short: the parser handles a chunk in one go. */
const PIECE = 16 * KIBI;
const LARGEST_RECORD = 64 * KIBI;
const LARGEST_GUESS = 4 * KIBI;
/** After each, up to one record of the largest size is read again. So many cost no more than reading the largest file. */
const MOST_UNREADABLE = 500;

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
 * Yields the records of a table, headings first, those of two lines as one. Blank lines are skipped. An unreadable line is returned
 * as such, and reading continues with the next line, so that an unclosed quote swallows no other row.
 * @throws AppError `imports.unreadable` (422) with the line, for the headings and for a file with too many such lines
 */
export async function* readRecords(file: TableFile): AsyncGenerator<CsvRecord> {
  const { heading_lines } = file.reading;
  let above: CsvRecord | undefined;
  let read = 0;
  for await (const record of file.encoding === 'rows' ? workbookRecords(file) : csvRecords(file)) {
    read += 1;
    if (read > heading_lines) yield withCorrections(record, file.corrections[record.line]);
    else if (heading_lines === 1) yield record;
    else if (above === undefined) above = record;
    else yield { ...record, cells: joinHeadings(above.cells, record.cells) };
  }
}

async function* workbookRecords({ path, reading }: TableFile): AsyncGenerator<CsvRecord> {
  for await (const { line, cells } of readRowsFile(path, sheetNumber(reading)))
    if (line >= reading.table_line) yield { line, cells, unreadable: false };
}

export const sheetNumber = ({ sheets, sheet }: TableFile['reading']): number =>
  sheet === null ? 0 : Math.max(0, sheets.indexOf(sheet));

async function* csvRecords(file: TableFile): AsyncGenerator<CsvRecord> {
  const { delimiter, reading } = file;
  let from = await positionOfLine(file.path, { line: 1, offset: 0 }, reading.table_line);
  let width: number | undefined;
  for (let unreadable = 0; ; ) {
    const stretch: Stretch = { from, width, reached: from.line };
    try {
      for await (const record of recordsFrom(file, delimiter, stretch)) {
        width = stretch.width ??= record.cells.length;
        yield record;
      }
      return;
    } catch (error) {
      if (!(error instanceof UnreadableLine)) throw error;
      const bad = await positionOfLine(file.path, from, stretch.reached);
      from = await positionOfLine(file.path, bad, bad.line + 1);
      const line = await readLine(file, bad, from);
      const literal = cellsWithNicknames(line, delimiter, width);
      if (literal === undefined && (width === undefined || ++unreadable > MOST_UNREADABLE))
        throw unreadableFile(error.cause, bad.line);
      width ??= literal?.length;
      // Without its quotes, a line that cannot be read is parsed as people would correct it.
      const cells = literal ?? line.replaceAll('"', '').split(delimiter);
      yield { line: bad.line, cells, unreadable: literal === undefined };
    }
  }
}

/**
 * The cells of a line in which a quote stands within a cell (`Nika "Beba"`), as they stand: where its quotes are in pairs, and it
 * has as many cells as the headings.
 */
function cellsWithNicknames(line: string, delimiter: Delimiter, width: number | undefined): string[] | undefined {
  if (line.length >= LARGEST_GUESS || line.split('"').length % 2 === 0) return undefined;
  const [row, ...more] = rowsIn(line, delimiter);
  const cells = row?.cells.length === width ? row?.cells : line.split(delimiter);
  if (more.length > 0 || (width !== undefined && cells?.length !== width)) return undefined;
  return cells?.map((cell) => /^"(.*)"$/.exec(cell)?.[1] ?? cell);
}

/** The part of a file between two unreadable lines. */
interface Stretch {
  readonly from: Position;
  /** The number of headings, once they are read. */
  width: number | undefined;
  /** Where the next record begins, apart from blank lines. */
  reached: number;
}

class UnreadableLine extends Error {}

async function* recordsFrom({ path, encoding }: StagedCopy, delimiter: Delimiter, stretch: Stretch) {
  const withLine = lineCounter(stretch.from.line - 1);
  let read: PlacedRecord[] = [];
  const parser = parse({
    ...optionsFor(delimiter),
    // Records are collected here, since the parser would drop those it has read when a later line fails.
    on_record: (cells: string[], { lines: last }: { lines: number }) => void read.push(withLine(cells, last)),
  } as unknown as Options); // its type requires a returned record
  let broken: unknown;
  parser.on('error', (error) => {
    broken = error;
  });
  const source = createReadStream(path, { highWaterMark: PIECE, start: stretch.from.offset });
  function* taken() {
    const records = read;
    read = [];
    for (const { line, next, cells } of records) {
      if (isSwallowed(cells, next - line, stretch.width)) throw new UnreadableLine();
      stretch.reached = next;
      yield { line, cells, unreadable: false } satisfies CsvRecord;
    }
    if (broken !== undefined) throw 'lines' in membersOf(broken) ? new UnreadableLine('', { cause: broken }) : broken;
  }
  try {
    const chunks: AsyncIterable<Buffer> = source;
    for await (const chunk of chunks) {
      await written(parser, decoded(encoding, chunk));
      yield* taken();
    }
    await written(parser, undefined);
    yield* taken();
  } finally {
    source.destroy();
    parser.destroy();
  }
}

/** Resolves when the parser has processed the text, successfully or not; without a text, ends the input. */
const written = (parser: Parser, text: Buffer | string | undefined): Promise<void> =>
  new Promise((resolve) => {
    const done = () => setImmediate(resolve);
    if (text === undefined) parser.once('error', done).end(done);
    else parser.write(text, done);
  });

/** Whether an unclosed quote joined several lines to one record: it has many lines and not the usual width. */
const isSwallowed = (cells: readonly string[], lines: number, width: number | undefined): boolean =>
  lines > 1 && width !== undefined && cells.length !== width;

/** A line, or its beginning. */
async function readLine(file: StagedCopy, { offset }: Position, next: Position): Promise<string> {
  const text = await readPart(file, offset, Math.min(next.offset - offset, LARGEST_GUESS));
  return text.split(/[\r\n]/, 1).join('');
}

/** The first bytes of a file, decoded. */
export const readHead = (file: StagedCopy): Promise<string> => readPart(file, 0, LARGEST_RECORD);

async function readPart({ path, encoding }: StagedCopy, offset: number, length: number): Promise<string> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, offset);
    return decoded(encoding, buffer.subarray(0, bytesRead)).toString();
  } finally {
    await handle.close();
  }
}

/** UTF-8 is left to the parser. */
const decoded = (encoding: Encoding, bytes: Buffer): Buffer | string =>
  isOneOf(SINGLE_BYTE, encoding) ? decodeSingleByte(encoding, bytes) : bytes;

interface PlacedRecord {
  readonly line: number;
  /** The line after its last one. */
  readonly next: number;
  readonly cells: readonly string[];
}

/** The parser reports where a record ends, but inside quotes counts CR and LF as a line each. */
function lineCounter(before: number): (cells: readonly string[], last: number) => PlacedRecord {
  let surplus = 0;
  return (cells, last) => {
    let inside = 0;
    let pairs = 0;
    for (const cell of cells) {
      if (!cell.includes('\n') && !cell.includes('\r')) continue;
      inside += cell.match(/[\r\n]/g)?.length ?? 0;
      pairs += cell.match(/\r\n/g)?.length ?? 0;
    }
    const line = before + last - inside - surplus;
    surplus += pairs;
    return { line, next: before + last - surplus + 1, cells };
  };
}

function unreadableFile(cause: unknown, line: number): AppError {
  const { code } = membersOf(cause);
  const detail =
    code === 'CSV_MAX_RECORD_SIZE'
      ? `Redak ${line} veći je od 64 KB. Možda u njemu nedostaje završni navodnik.`
      : `Datoteka se ne može pročitati: u retku ${line} navodnici nisu ispravni.`;
  return new AppError('imports.unreadable', { detail, members: { line }, cause });
}
