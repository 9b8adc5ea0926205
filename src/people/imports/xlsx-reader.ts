import { open } from 'node:fs/promises';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { Sheet, TableReader, TableRow } from './table-reader.ts';
import { columnOf, layoutOfSheet, mergeFiller, type SheetLayout } from './xlsx-layout.ts';
import { openZip, type Zip } from './zip-entries.ts';

const ZIP = Buffer.from('PK\x03\x04', 'latin1');
const MOST_SHEETS = 50;
const MOST_COLUMNS = 1000;
/** Excel's own limits. */
const MOST_LINES = 1_048_576;
const LONGEST_NAME = 31;
/** Of a row, a text or a part of the workbook other than its sheets and texts. */
const LARGEST_PART = 4 * 1024 * 1024;

/**
 * Workbooks (ECMA-376 part 1, §18): every visible sheet, hidden rows and columns too, formulas by their value, merged rows each with
 * the value of the first. Elements are found in the text of the parts as they come; entities of a document type are not read, so none can grow.
 */
export const xlsxReader: TableReader = {
  form: 'xlsx',
  recognises: (head) => head.subarray(0, 4).equals(ZIP),
  sheets: async function* (path) {
    const file = await open(path, 'r');
    try {
      yield* sheetsOf(await openZip(file), await openZip(file));
    } finally {
      await file.close();
    }
  },
};

/** @param looked the same archive, whose unpacked bytes are counted apart */
async function* sheetsOf(zip: Zip, looked: Zip): AsyncGenerator<Sheet> {
  const workbook = await wholePart(zip, 'xl/workbook.xml');
  const relations = elements(await wholePart(zip, 'xl/_rels/workbook.xml.rels'), 'Relationship');
  if (relations.length === 0) throw new AppError('imports.workbook');
  const targets = new Map(relations.map(({ attributes: { Id = '', Target = '' } }) => [Id, partName(Target)]));
  const partOf = (kind: string) =>
    relations.find(({ attributes: { Type = '' } }) => Type.endsWith(`/${kind}`))?.attributes.Target ?? '';
  const isDate = dateStyles(await wholePart(zip, partName(partOf('styles'))));
  const texts = await textsOf(zip, partName(partOf('sharedStrings')));
  const from1904 = /<(?:\w+:)?workbookPr\b[^>]*\bdate1904="(?:1|true)"/.test(workbook);
  const listed = elements(workbook, 'sheet').filter(({ attributes: { state = '' } }) => !/hidden/i.test(state));
  for (const { attributes } of listed.slice(0, MOST_SHEETS)) {
    const part = targets.get(attributes['r:id'] ?? attributes.id ?? '') ?? '';
    const cells = (row: string) => cellsOf(row, { texts, isDate, from1904 });
    const layout = await layoutOfSheet(looked, part);
    const { hiddenColumns } = layout;
    yield { name: nameOf(attributes.name), hiddenColumns, rows: () => rowsOf(zip, part, layout, cells) };
  }
}

/** Bounded, since it is kept and shown with the import. */
const nameOf = (name = ''): string => Array.from(name.replace(/\p{C}/gu, '')).slice(0, LONGEST_NAME).join('');

const partName = (target: string): string => (target.startsWith('/') ? target.slice(1) : `xl/${target}`);

async function* rowsOf(
  zip: Zip,
  part: string,
  { merges }: SheetLayout,
  cellsIn: (row: string) => string[],
): AsyncGenerator<TableRow> {
  const fill = mergeFiller(merges);
  let line = 0;
  for await (const { attributes, inside } of elementsOf(zip, part, 'row')) {
    line = lineAfter(line, attributes.r);
    const cells = cellsIn(inside);
    yield { line, cells, isHidden: /^(?:1|true)$/.test(attributes.hidden ?? ''), merged: fill(line, cells) };
  }
}

/** Rows are numbered upwards: whatever follows relies on one row a line, in the order of lines. */
function lineAfter(line: number, number: string | undefined): number {
  const next = number === undefined ? line + 1 : Number(number);
  if (!Number.isSafeInteger(next) || next <= line || next > MOST_LINES) throw new AppError('imports.workbook');
  return next;
}

interface Workbook {
  readonly texts: readonly string[];
  readonly isDate: (style: number) => boolean;
  readonly from1904: boolean;
}

function cellsOf(row: string, workbook: Workbook): string[] {
  const cells: string[] = [];
  for (const cell of elements(row, 'c')) {
    const index = columnOf(cell.attributes.r) ?? cells.length;
    const text = textOfCell(cell, workbook);
    if (text === '') continue;
    if (index >= MOST_COLUMNS) throw new AppError('imports.too_many_columns');
    while (cells.length < index) cells.push('');
    cells[index] = text;
  }
  return cells;
}

function textOfCell(
  { attributes: { t = 'n', s = '' }, inside }: Element,
  { texts, isDate, from1904 }: Workbook,
): string {
  if (t === 'inlineStr') return richText(inside);
  const [value] = elements(inside, 'v');
  if (value === undefined) return '';
  const text = unescaped(value.inside);
  if (t === 's') return texts[Number(text)] ?? '';
  if (t === 'b') return text === '1' ? 'TRUE' : 'FALSE';
  if (t !== 'n' || text.trim() === '') return text;
  const number = Number(text);
  if (!Number.isFinite(number)) return text;
  return s !== '' && isDate(Number(s)) ? dateOf(number, from1904) : String(number);
}

const DAY = 86_400_000;

/** The day of a serial number (§18.17.4.1), as people write it. */
function dateOf(serial: number, from1904: boolean): string {
  const epoch = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
  const date = new Date(epoch + Math.floor(serial) * DAY);
  return Number.isNaN(date.getTime())
    ? String(serial)
    : `${date.getUTCDate()}. ${date.getUTCMonth() + 1}. ${date.getUTCFullYear()}.`;
}

/** Which styles of cells show a date: built-in formats 14–17 and 22, and own ones with a day or a year. */
function dateStyles(styles: string): (style: number) => boolean {
  const own = new Map(
    elements(styles, 'numFmt').map(({ attributes: { numFmtId = '', formatCode = '' } }) => [numFmtId, formatCode]),
  );
  const [formats] = elements(styles, 'cellXfs');
  const dates = elements(formats?.inside ?? '', 'xf').map(({ attributes: { numFmtId = '' } }) => {
    const number = Number(numFmtId);
    if ((number >= 14 && number <= 17) || number === 22) return true;
    return /[dy]/i.test((own.get(numFmtId) ?? '').replace(/"[^"]*"|\\.|\[[^\]]*\]/g, ''));
  });
  return (style) => dates[style] ?? false;
}

async function textsOf(zip: Zip, part: string): Promise<string[]> {
  const texts: string[] = [];
  for await (const { inside } of elementsOf(zip, part, 'si')) texts.push(richText(inside));
  return texts;
}

/** The runs of a text; how it is read aloud (`rPh`) is none. */
const richText = (inside: string): string =>
  elements(inside.replace(/<(?:\w+:)?rPh\b[\s\S]*?<\/(?:\w+:)?rPh>/g, ''), 't')
    .map((run) => unescaped(run.inside))
    .join('');

interface Element {
  readonly attributes: Readonly<Record<string, string>>;
  readonly inside: string;
}

/** XML has no `<` within a tag (§3.1), so that each character is looked at for one tag alone. */
const beginOf = (name: string) =>
  new RegExp(`<(?:\\w+:)?${name}(?=[\\s/>])((?:[^<>"']|"[^<"]*"|'[^<']*')*?)(/?)>`, 'g');
const endOf = (name: string) => new RegExp(`</(?:\\w+:)?${name}\\s*>`, 'g');

/** The elements of this name in a text; none of those that are read lies in another of the same name. Linear in the text. */
function elements(text: string, name: string): Element[] {
  const [begin, end] = [beginOf(name), endOf(name)];
  const found: Element[] = [];
  for (let tag = begin.exec(text); tag !== null; tag = begin.exec(text)) {
    const [, attributes = '', isEmpty] = tag;
    if (isEmpty) found.push({ attributes: attributesOf(attributes), inside: '' });
    else {
      end.lastIndex = begin.lastIndex;
      const closing = end.exec(text);
      if (closing === null) break;
      found.push({ attributes: attributesOf(attributes), inside: text.slice(begin.lastIndex, closing.index) });
      begin.lastIndex = end.lastIndex;
    }
  }
  return found;
}

/** The same in a part that is too large to be held at once. */
async function* elementsOf(zip: Zip, part: string, name: string): AsyncGenerator<Element> {
  const ends = endOf(name);
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of zip.read(part)) {
    rest += decoder.decode(piece, { stream: true });
    let end = 0;
    for (const {
      index,
      0: { length },
    } of rest.matchAll(ends))
      end = index + length;
    if (end === 0 && rest.length > LARGEST_PART) throw new AppError('imports.too_large');
    yield* elements(rest.slice(0, end), name);
    rest = rest.slice(end);
  }
  yield* elements(rest, name);
}

async function wholePart(zip: Zip, name: string): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of zip.read(name)) {
    pieces.push(piece);
    size += piece.length;
    if (size > LARGEST_PART) throw new AppError('imports.too_large');
  }
  return Buffer.concat(pieces).toString();
}

const attributesOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/([\w:]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, name = '', one, other]) => [
      name,
      unescaped(one ?? other ?? ''),
    ]),
  );

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Text without the entities of XML, and the `_x000D_` of workbooks (§22.9.2.19). */
const unescaped = (text: string): string =>
  text
    .replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (all, hex, decimal, name) => {
      if (name !== undefined) return ENTITIES[name] ?? all;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : all;
    })
    .replace(/_x([\da-f]{4})_/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
