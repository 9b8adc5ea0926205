import { parseBase64Json } from '../kernel/unchecked.ts';
import { InvalidRequest } from './request-refusal.ts';

/** Where a page of a list ended: the sort values of its last row, of which the last is unique. */
export type CursorKey = readonly (string | number)[];

/** Opaque text for `next_cursor`. `list` names the list and its order, so that cursors do not work elsewhere. */
export const cursorFrom = (list: string, key: CursorKey): string =>
  Buffer.from(JSON.stringify([list, ...key])).toString('base64url');

/**
 * Decodes a cursor; `shape` gives the types of its values.
 * @throws InvalidRequest (422) for an invalid cursor or one of another list
 */
export function keyFromCursor(
  list: string,
  shape: readonly ('string' | 'number' | 'instant')[],
  cursor: string,
): CursorKey {
  const [name, ...key] = decoded(cursor);
  // Accepts only what `cursorFrom` writes: the decoder skips foreign characters, and JSON has many spellings.
  if (name !== list || !fits(key, shape) || cursorFrom(list, key) !== cursor)
    throw new InvalidRequest([
      { loc: ['query', 'cursor'], msg: 'Oznaka stranice ne pripada ovom popisu.', type: 'cursor' },
    ]);
  return key;
}

const fits = (key: readonly unknown[], shape: readonly string[]): key is CursorKey =>
  key.length === shape.length && key.every((value, index) => isOf(shape[index], value));

/** Numbers must be ids or file positions; anything else is refused before it reaches the store. */
function isOf(type: string | undefined, value: unknown): boolean {
  if (type === 'number') return Number.isSafeInteger(value) && Number(value) >= 0;
  if (typeof value !== 'string' || !value.isWellFormed() || value.includes('\0')) return false;
  return type !== 'instant' || Number.isFinite(Date.parse(value));
}

function decoded(cursor: string): unknown[] {
  try {
    const value = parseBase64Json(cursor);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
