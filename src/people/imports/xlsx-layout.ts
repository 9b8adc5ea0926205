import type { Zip } from './zip-entries.ts';

/** What stands around the rows of a sheet: its columns before them, its merged cells after them (ECMA-376 part 1, §18.3.1.99). */
export interface SheetLayout {
  readonly hiddenColumns: readonly number[];
  /** Areas of several rows, from the top; each has its value in the first cell alone. */
  readonly merges: readonly Merge[];
}

interface Merge {
  readonly first: number;
  readonly last: number;
  readonly column: number;
}

const MOST_TEXT = 4 * 1024 * 1024;
const MOST_MERGES = 20_000;
/** As many as a table may have. */
const MOST_HIDDEN = 200;
const ROWS_BEGIN = /<(?:\w+:)?sheetData\b/;
const ROWS_END = /<\/(?:\w+:)?sheetData\s*>/;
/** Longer than any of the two tags. */
const OVERLAP = 64;

/** Reads a sheet past its rows, since what is merged is said after them. Text beyond four megabytes on either side is left out. */
export async function layoutOfSheet(zip: Zip, part: string): Promise<SheetLayout> {
  const decoder = new TextDecoder();
  let [before, after, rest] = ['', '', ''];
  let place: 'before' | 'within' | 'after' = 'before';
  for await (const piece of zip.read(part)) {
    rest += decoder.decode(piece, { stream: true });
    if (place === 'before') {
      const begin = rest.search(ROWS_BEGIN);
      // What was looked at is not looked at again but for a tag that two pieces share.
      const looked = begin < 0 ? Math.max(0, rest.length - OVERLAP) : begin;
      before += rest.slice(0, looked);
      rest = rest.slice(looked);
      if (begin >= 0) place = 'within';
      else if (before.length > MOST_TEXT) break;
    }
    if (place === 'within') {
      const end = rest.search(ROWS_END);
      if (end >= 0) place = 'after';
      rest = end >= 0 ? rest.slice(end) : rest.slice(-OVERLAP);
    }
    if (place === 'after') {
      after += rest;
      rest = '';
      if (after.length > MOST_TEXT) break;
    }
  }
  return { hiddenColumns: hiddenColumns(before), merges: mergesIn(after) };
}

/** XML has no `<` within a tag (§3.1), so that each character is looked at for one tag alone. */
const COLUMN = /<(?:\w+:)?col\b[^<>]*>/g;
const MERGED = /<(?:\w+:)?mergeCell\b[^<>]*\bref="([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})"/g;
const FIRST_COLUMN = /\bmin="(\d{1,5})"/;
const LAST_COLUMN = /\bmax="(\d{1,5})"/;

function hiddenColumns(text: string): number[] {
  const hidden = new Set<number>();
  for (const [tag] of text.matchAll(COLUMN)) {
    if (!/\bhidden="(?:1|true)"/.test(tag)) continue;
    const [first, last] = [FIRST_COLUMN, LAST_COLUMN].map((place) => Number(place.exec(tag)?.[1] ?? 0));
    for (let column = first ?? 0; column > 0 && column <= Math.min(last ?? 0, MOST_HIDDEN); column++)
      hidden.add(column - 1);
  }
  return [...hidden].sort((one, other) => one - other);
}

function mergesIn(text: string): Merge[] {
  const merges: Merge[] = [];
  for (const [, column = '', first, last] of text.matchAll(MERGED)) {
    if (Number(last) > Number(first))
      merges.push({ first: Number(first), last: Number(last), column: columnOf(column) ?? 0 });
    if (merges.length === MOST_MERGES) break;
  }
  return merges.sort((one, other) => one.first - other.first);
}

/** `AB12` is in the column 27, the first being 0. */
export function columnOf(place: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(place ?? '')?.[0];
  if (letters === undefined) return undefined;
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/**
 * Gives the rows of merged areas the value of their first one, as people see it; for rows in their order. A row without anything
 * else stays empty. Returns how many cells were filled.
 */
export function mergeFiller(merges: readonly Merge[]): (line: number, cells: string[]) => number {
  const open = new Map<number, { readonly last: number; readonly text: string }>();
  let next = 0;
  return (line, cells) => {
    for (let merge = merges[next]; merge !== undefined && merge.first <= line; merge = merges[++next]) {
      const text = merge.first === line ? (cells[merge.column] ?? '') : '';
      if (text !== '') open.set(merge.column, { last: merge.last, text });
    }
    if (open.size === 0 || cells.every((cell) => cell === '')) return 0;
    let filled = 0;
    for (const [column, { last, text }] of open) {
      if (last < line) open.delete(column);
      else if ((cells[column] ?? '') === '') {
        while (cells.length < column) cells.push('');
        cells[column] = text;
        filled += 1;
      }
    }
    return filled;
  };
}
