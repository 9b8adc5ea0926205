import { AppError } from '../kernel/app-error.ts';
import { folded } from '../kernel/text.ts';
import { importErrors } from './user-import-errors.ts';

/** What a column may mean, and by which headings, folded and without signs: `E-mail` is `email`. */
const HEADINGS = {
  email: ['email'],
  ime: ['ime', 'firstname'],
  prezime: ['prezime', 'lastname'],
  telefon: ['telefon', 'phone'],
  oib: ['oib'],
  role: ['role', 'uloga'],
  preferred_language: ['preferredlanguage', 'jezik'],
  tenant_id: ['tenantid'],
  password_hash: ['passwordhash'],
} as const;

export type Column = keyof typeof HEADINGS;

/** Where the cells of each column are. */
export interface Layout {
  readonly places: ReadonlyMap<Column, number>;
  readonly width: number;
  /** Headings that mean nothing here. */
  readonly ignored: readonly string[];
}

const MEANINGS: ReadonlyMap<string, Column> = new Map(
  Object.entries(HEADINGS).flatMap(([column, names]) => names.map((name) => [name, column as Column])),
);
const MOST_COLUMNS = 200;
const MOST_IGNORED = 50;
const LONGEST_IGNORED = 60;

export const meaningOf = (heading: string): Column | undefined =>
  MEANINGS.get(folded(heading).replace(/[^\p{L}\p{N}]/gu, ''));

/** @throws AppError `imports.too_many_columns`, `imports.headings`, `imports.no_email` (422) */
export function layoutOf(headings: readonly string[]): Layout {
  if (headings.length > MOST_COLUMNS) throw new AppError(importErrors['imports.too_many_columns']);
  const places = new Map<Column, number>();
  const ignored: string[] = [];
  for (const [place, heading] of headings.entries()) {
    const column = meaningOf(heading);
    if (column === undefined) ignored.push(heading.trim().slice(0, LONGEST_IGNORED));
    else if (places.has(column)) throw new AppError(importErrors['imports.headings'], { members: { column } });
    else places.set(column, place);
  }
  if (!places.has('email')) throw new AppError(importErrors['imports.no_email']);
  return { places, width: headings.length, ignored: ignored.filter(Boolean).slice(0, MOST_IGNORED) };
}
