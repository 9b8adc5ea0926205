import { isOneOf } from '../../platform/kernel/unchecked.ts';
import { rowsIn } from './find-table.ts';
import { hideHashes } from './hide-hashes.ts';
import type { Import } from './import.ts';
import { firstRows } from './rows-file.ts';
import { SINGLE_BYTE, type SingleByte } from './single-byte.ts';

const MOST_LINES = 20;
const LONGEST_LINE = 120;
const MOST_WORDS = 5;
/** Linear in its text: letters and whatever is not ASCII, of which those with the latter are shown. */
const WORD = /[\p{L}\P{ASCII}]+/gu;
const BEYOND_ASCII = /\P{ASCII}/u;

interface Beginning {
  readonly beginning: { line: number; text: string }[];
  readonly names: { encoding: SingleByte; words: string[] }[];
}

export const NO_BEGINNING: Beginning = { beginning: [], names: [] };

/** How a file begins, so that somebody can say where its headings are and in which encoding its names are right. */
export async function showBeginning(
  path: string,
  { encoding, delimiter, reading, columns }: Import,
): Promise<Beginning> {
  const { readHead, sheetNumber } = await import('./read-records.ts'); // with its parser, which no start needs
  const read =
    encoding === 'rows'
      ? await firstRows(path, sheetNumber(reading), MOST_LINES)
      : rowsIn(await readHead({ path, encoding }), delimiter);
  const beginning = read.slice(0, MOST_LINES).map(({ line, cells }) => {
    const filled = cells
      .map((cell, index) => hideHashes(cell, columns[index]).replace(/\s+/g, ' ').trim())
      .filter((cell) => cell !== '');
    return { line, text: filled.join(' · ').slice(0, LONGEST_LINE) };
  });
  if (!isOneOf(SINGLE_BYTE, encoding) || reading.rivals.length === 0) return { beginning, names: [] };
  const encodings = [encoding, ...reading.rivals.filter((one) => one !== encoding)];
  const names = encodings.map(async (one) => ({
    encoding: one,
    words: wordsOf(await readHead({ path, encoding: one })),
  }));
  return { beginning, names: await Promise.all(names) };
}

const wordsOf = (text: string): string[] =>
  [...new Set(text.match(WORD) ?? [])].filter((word) => BEYOND_ASCII.test(word)).slice(0, MOST_WORDS);
