import { folded } from '../../platform/kernel/text.ts';
import { DELIMITERS, type Delimiter } from './import.ts';
import { headingText, type Mapping, meaningOf } from './import-columns.ts';
import type { TableRow } from './table-reader.ts';

/** Titles, dates and empty rows above the headings; further down a word that is a heading too is in a row. */
const MOST_ABOVE = 50;
const MOST_JUDGED = 200;

interface FoundTable {
  readonly table_line: number;
  readonly heading_lines: 1 | 2;
}

/**
 * Where the headings are: the first row, or the first two as one, that name the most known columns. Where nobody knows any, the
 * first row that has as many cells as most rows.
 */
export function findTable(rows: readonly TableRow[], mapping: Mapping, tableLine?: number): FoundTable {
  const chosen = new Set(Object.keys(mapping).map(headingText));
  const isHeading = (cell: string) => meaningOf(cell) !== undefined || chosen.has(headingText(cell));
  const known = (cells: readonly string[]) => cells.filter(isHeading).length;
  const wanted = rows.filter(({ line }) => tableLine === undefined || line >= tableLine);
  const candidates = wanted.slice(0, tableLine === undefined ? MOST_ABOVE : 1);
  let best: FoundTable & { readonly score: number } = { table_line: tableLine ?? 0, heading_lines: 1, score: 0 };
  for (const [index, { line, cells }] of candidates.entries()) {
    const single = known(cells);
    if (single > best.score) best = { table_line: line, heading_lines: 1, score: single };
    const next = wanted[index + 1]?.cells;
    if (next === undefined || next.some(isContent)) continue;
    const both = known(joinHeadings(cells, next));
    if (both > best.score && both > known(next)) best = { table_line: line, heading_lines: 2, score: both };
  }
  if (best.score > 0) return { table_line: best.table_line, heading_lines: best.heading_lines };
  const usual = mostFrequent(wanted.map(({ cells }) => filled(cells)));
  const first = candidates.find(({ cells }) => filled(cells) >= usual) ?? candidates[0];
  return { table_line: first?.line ?? 1, heading_lines: 1 };
}

/** Two rows of headings as one: what stands above, then what stands below. */
export const joinHeadings = (above: readonly string[], below: readonly string[]): string[] =>
  Array.from({ length: Math.max(above.length, below.length) }, (_, index) =>
    [above[index] ?? '', below[index] ?? '']
      .map((part) => part.trim())
      .filter((part, at, parts) => part !== '' && part !== parts[at - 1]) // what is merged stands in both
      .join(' '),
  );

/** An address or a number stands in a row, not in a heading. */
const isContent = (cell: string): boolean => /@|\d{3}/.test(cell);

const filled = (cells: readonly string[]): number => cells.filter((cell) => cell.trim() !== '').length;

/** The most frequent count, the higher one of two. */
function mostFrequent(counts: readonly number[]): number {
  const times = new Map<number, number>();
  for (const count of counts) times.set(count, (times.get(count) ?? 0) + 1);
  const [most] = [...times].sort(([one, oneTimes], [other, otherTimes]) => otherTimes - oneTimes || other - one);
  return most?.[0] ?? 0;
}

const SAID = /^\s*"?sep=(.)"?\s*$/i;

/**
 * The delimiter of a text: the one that its first line states for spreadsheets (`sep=;`), else the one that gives most known
 * headings, else the one by which most rows have the same number of cells, and more than one.
 */
export function findDelimiter(text: string): Delimiter {
  const [first = ''] = text.replace(/^[\s\uFEFF]+/, '').split(/[\r\n]/, 1);
  const said = DELIMITERS.find((one) => one === SAID.exec(first)?.[1]);
  if (said !== undefined) return said;
  const judged = DELIMITERS.map((delimiter) => {
    const rows = rowsIn(text, delimiter).map(({ cells }) => cells);
    const known = Math.max(0, ...rows.slice(0, MOST_ABOVE).map((cells) => cells.filter(meaningOf).length));
    const widths = rows.map(({ length }) => length).filter((width) => width > 1);
    const usual = mostFrequent(widths);
    return { delimiter, known, alike: widths.filter((width) => width === usual).length, usual };
  });
  const [best] = judged.sort(
    (one, other) => other.known - one.known || other.alike - one.alike || other.usual - one.usual,
  );
  return best?.delimiter ?? ',';
}

/** The first rows of a text, with quotes, as far as they are whole. A quote within a cell stands for itself. */
export function rowsIn(text: string, delimiter: Delimiter): TableRow[] {
  const rows: TableRow[] = [];
  let line = 1;
  let begun = 1;
  let cells: string[] = [];
  let cell = '';
  let quoted = false;
  const endRow = () => {
    cells.push(cell);
    if (cells.some((one) => one.trim() !== '')) rows.push({ line: begun, cells });
    cells = [];
    cell = '';
    begun = line;
  };
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length && rows.length < MOST_JUDGED; at++) {
    const character = text[at] ?? '';
    const ends = character === '\n' || character === '\r';
    if (ends && character === '\r' && text[at + 1] === '\n') at++;
    if (ends) line++;
    if (quoted && character === '"' && text[at + 1] === '"') {
      cell += '"';
      at++;
    } else if (quoted && character === '"') quoted = false;
    else if (quoted) cell += character;
    else if (character === '"' && cell === '') quoted = true;
    else if (character === delimiter) {
      cells.push(cell);
      cell = '';
    } else if (ends) endRow();
    else cell += character;
  }
  if (!quoted && (cell !== '' || cells.length > 0)) endRow();
  return rows;
}

/** First cells of rows that are nobody: sums and notes below a table. */
const NOBODY =
  /^(?:ukupno|sveukupno|svega|zbroj|suma|total|sum|napomena|napomene|legenda|izvor|note|notes|popis sastavi\w*)\b/;

/** Whether a row without an address is a sum, a note, or the headings of a further page. */
export function isNobody(cells: readonly string[], address: string): boolean {
  if (address.includes('@')) return false;
  if (meaningOf(address) === 'email') return true;
  const first = cells.find((cell) => cell.trim() !== '');
  return first !== undefined && NOBODY.test(folded(first).trim());
}
