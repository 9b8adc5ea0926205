import { InvalidRequest } from './request-refusal.ts';

/** Where a page of a list ends: the values it is sorted by, the last of them unique. */
export type CursorKey = readonly (string | number)[];

/** An opaque text for `next_cursor`. `list` names the list and its order, so that no cursor works elsewhere. */
export const cursorFrom = (list: string, key: CursorKey): string =>
  Buffer.from(JSON.stringify([list, ...key])).toString('base64url');

/**
 * The key inside a cursor; `shape` says of what types its values are.
 * @throws InvalidRequest (422) for a broken cursor or one of another list
 */
export function keyFromCursor(list: string, shape: readonly ('string' | 'number')[], cursor: string): CursorKey {
  const [name, ...key] = decoded(cursor);
  const fits = name === list && key.length === shape.length && key.every((value, index) => isOf(shape[index], value));
  // Only what `cursorFrom` writes: the decoder reads past signs that do not belong, and JSON has many spellings.
  if (!fits || cursorFrom(list, key as CursorKey) !== cursor)
    throw new InvalidRequest([
      { loc: ['query', 'cursor'], msg: 'Oznaka stranice ne pripada ovom popisu.', type: 'cursor' },
    ]);
  return key as CursorKey;
}

/** Numbers are ids and places in a file; whatever else a number or text may hold, no store need be asked. */
const isOf = (type: string | undefined, value: unknown): boolean =>
  type === 'number'
    ? Number.isSafeInteger(value) && Number(value) >= 0
    : typeof value === 'string' && value.isWellFormed() && !value.includes('\0');

function decoded(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
