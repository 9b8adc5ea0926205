import { PERSON_FIELDS } from '../../accounts/users/person-fields.ts';
import { PERSON_FIELD_NAMES, type PersonField } from '../../accounts/users/person-form.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { folded, hasUnsafeCharacters } from '../../platform/kernel/text.ts';
import { keysOf } from '../../platform/kernel/unchecked.ts';

/** The columns that are no fields of a person, with their headings, folded and without punctuation. */
const OTHER_HEADINGS = {
  role: ['role', 'roles', 'uloga', 'funkcija', 'duznost'],
  tenant_id: ['tenantid'],
  password_hash: ['passwordhash', 'userpass'],
  totp: ['totp', 'otpauth'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type Column = PersonField | keyof typeof OTHER_HEADINGS;
export const COLUMNS: readonly Column[] = [...PERSON_FIELD_NAMES, ...keysOf(OTHER_HEADINGS)];

/** The importer's choice of what a column means, by its heading; null: do not read it. Other columns are guessed. */
export type Mapping = Readonly<Record<string, Column | null>>;

/** The position of each column. */
export interface Layout {
  readonly indexes: ReadonlyMap<Column, number>;
  readonly width: number;
  /** Whether full names begin with the surname, according to the heading. */
  readonly surnameFirst: boolean;
}

/** What a row says in a column; empty where the file has no such column. */
export const cellOf = (cells: readonly string[], { indexes }: Layout, column: Column): string =>
  cells[indexes.get(column) ?? -1] ?? '';

/** A heading of a file, and the meaning of its column. */
export interface ReadColumn {
  readonly heading: string;
  readonly field: Column | null;
}

const MEANINGS: ReadonlyMap<string, Column> = new Map(
  [
    ...PERSON_FIELD_NAMES.map((field) => [field, PERSON_FIELDS[field].inImports.headings] as const),
    ...keysOf(OTHER_HEADINGS).map((column) => [column, OTHER_HEADINGS[column]] as const),
  ].flatMap(([column, headings]) => headings.map((name) => [name, column] as const)),
);
const MOST_COLUMNS = 200;
const LONGEST_HEADING = 60;
/** The first column of the file of faulty rows (`faulty-file.ts`). The service adds it, so imports ignore it. */
export const NOTE_HEADINGS = { hr: 'Što nije u redu', en: 'What is wrong' } as const;

const simplified = (heading: string): string => folded(heading).replace(/[^\p{L}\p{N}]/gu, '');

/** What a heading means, also without what is in brackets: `Ime (prvo i drugo)`. */
export const meaningOf = (heading: string): Column | undefined =>
  MEANINGS.get(simplified(heading)) ??
  (heading.includes('(') ? MEANINGS.get(simplified(heading.replace(/\([^)]*\)/g, ''))) : undefined);

/** A heading as it is shown, and as a mapping names it: one line, cut, without what reverses the words after it. */
export function headingText(heading: string): string {
  const safe = Array.from(heading, (character) => (hasUnsafeCharacters(character) ? ' ' : character)).join('');
  return Array.from(safe.replace(/\s+/g, ' ').trim()).slice(0, LONGEST_HEADING).join('').trimEnd();
}

/**
 * What each column of a file means, by the mapping or else by its heading. If two headings have the same meaning, the first is
 * read; a mapping can choose the other.
 * @throws AppError `imports.too_many_columns`, `imports.headings`, `imports.mapping`, `imports.no_email` (422)
 */
export function layoutOf(headings: readonly string[], mapping: Mapping = {}): Layout & { columns: ReadColumn[] } {
  if (headings.length > MOST_COLUMNS) throw new AppError('imports.too_many_columns');
  const names = headings.map((heading) => heading.trim());
  const shown = names.map(headingText);
  const mapped = new Set<string>();
  const indexes = new Map<Column, number>();
  for (const [name, column] of Object.entries(mapping)) {
    const heading = headingText(name);
    if (!shown.includes(heading)) throw new AppError('imports.mapping', { members: { column: name } });
    mapped.add(heading);
    if (column === null) continue;
    if (indexes.has(column)) throw new AppError('imports.headings', { members: { column } });
    indexes.set(column, shown.indexOf(heading));
  }
  for (const [index, name] of names.entries()) {
    const column = mapped.has(shown[index] ?? '') ? undefined : guess(name, names);
    if (column !== undefined && !indexes.has(column)) indexes.set(column, index);
  }
  const fields = new Map([...indexes].map(([column, index]) => [index, column]));
  const columns = shown.map((heading, index) => ({ heading, field: fields.get(index) ?? null }));
  if (!indexes.has('email')) throw new AppError('imports.no_email', { members: { columns } });
  const surnameFirst = /^(?:prezime|surname|lastname)/.test(simplified(names[indexes.get('full_name') ?? -1] ?? ''));
  return { indexes, width: headings.length, surnameFirst, columns };
}

/** Guesses a column's meaning. Beside a column of surnames, `Name` is the first name. */
function guess(name: string, names: readonly string[]): Column | undefined {
  const column = meaningOf(name);
  const isBesideSurname = simplified(name) === 'name' && names.some((other) => meaningOf(other) === 'prezime');
  return isBesideSurname ? 'ime' : column;
}

/** Headings of columns that are not read, except empty ones and those that the service added. */
export const unreadHeadings = (columns: readonly ReadColumn[]): string[] =>
  columns.flatMap(({ heading, field }) =>
    field === null && heading !== '' && !Object.values<string>(NOTE_HEADINGS).includes(heading) ? [heading] : [],
  );

/** The forms that `read-hash.ts` reads, and whatever begins like one of them. */
const PASSWORD_HASH =
  /(?:\$(?:2[aby]|argon2[a-z]*|scrypt|pbkdf2[\w-]*|[PH]|wp|fbscrypt|f1)|\b(?:bcrypt|bcrypt_sha256|pbkdf2_\w+|scrypt|argon2))\$[^\s"]{16,}/g;
const HIDDEN = '•••';

/** The secret of an authenticator app. */
const OTPAUTH = /otpauth:\/\/[^\s"]*/gi;
const SECRET_COLUMNS: readonly (Column | null | undefined)[] = ['password_hash', 'totp'];

/**
 * A cell without password hashes and secrets of authenticator apps, which are never shown, not even to the importer of the file. Of
 * their own columns nothing is: what is no valid hash may be a password.
 */
export const hideHashes = (cell: string, column: ReadColumn | undefined): string =>
  SECRET_COLUMNS.includes(column?.field) && cell.trim() !== ''
    ? HIDDEN
    : withoutCredential(cell).replaceAll(PASSWORD_HASH, HIDDEN).replaceAll(OTPAUTH, HIDDEN);

/** Without what Keycloak writes of a password. Found without a pattern: one that looks for it from each brace takes seconds on a cell of braces. */
function withoutCredential(cell: string): string {
  const at = cell.indexOf('{');
  return at >= 0 && cell.includes('"secretData"', at) ? cell.slice(0, at) + HIDDEN : cell;
}
