import { type Static, Type } from 'typebox';
import type { Manager } from '../../accounts/permissions/managing-users.ts';
import { invalidField } from '../../platform/http/request-refusal.ts';
import { choice, instant } from '../../platform/http/wire.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';
import { hasUnsafeCharacters, normalised } from '../../platform/kernel/text.ts';
import {
  DOCUMENT_KINDS,
  DOCUMENT_LANGUAGES,
  type DocumentDetails,
  type ListedDocument,
  VISIBILITIES,
} from './document.ts';
import { DOCUMENT_ACTIONS, documentActions } from './document-access.ts';

/** 50 MB. */
export const MOST_DOCUMENT_BYTES = 52_428_800;
export const LONGEST_TITLE = 200;
export const FIRST_YEAR = 1800;
export const LAST_YEAR = 2200;

export const YearOf = Type.Integer({ minimum: FIRST_YEAR, maximum: LAST_YEAR });
/** Whether a yearbook of that year can exist; much larger numbers would overflow PostgreSQL's integer. */
export const mayHaveYearbook = (year: number): boolean => year >= FIRST_YEAR && year <= LAST_YEAR;
export const KindOf = choice(DOCUMENT_KINDS);

export const DocumentAnswer = Type.Object(
  {
    id: Type.Integer(),
    kind: KindOf,
    year: Type.Union([Type.Integer(), Type.Null()]),
    title: Type.String(),
    federation: Type.Object({ id: Type.Integer(), name: Type.String() }),
    language: choice(DOCUMENT_LANGUAGES),
    pages: Type.Integer(),
    size: Type.Integer({ description: 'In bytes' }),
    sha256: Type.String(),
    visibility: choice(VISIBILITIES),
    created_at: instant,
    url: Type.String({ description: 'Path of the file' }),
    actions: Type.Array(choice(DOCUMENT_ACTIONS), { description: 'What the caller may do with it' }),
  },
  { title: 'Document' },
);

/** A document as the API shows it to a caller, or to anonymous visitors. */
export function showDocument(document: ListedDocument, caller: Manager | undefined): Static<typeof DocumentAnswer> {
  const { id, kind, year, title, language, pages, size, sha256, visibility, created_at } = document;
  const federation = { id: document.tenant_id, name: document.tenant_name };
  const url = `/api/documents/${id}/file`;
  const actions = documentActions(caller, document);
  return { id, kind, year, title, federation, language, pages, size, sha256, visibility, created_at, url, actions };
}

export const DocumentChangeBody = Type.Partial(
  Type.Object({
    title: Type.String({ minLength: 1, maxLength: LONGEST_TITLE }),
    year: Type.Union([YearOf, Type.Null()]),
    visibility: choice(VISIBILITIES),
    language: choice(DOCUMENT_LANGUAGES),
  }),
);

export const UPLOAD_FIELDS = {
  title: `1 to ${LONGEST_TITLE} characters`,
  kind: `${DOCUMENT_KINDS.join(' or ')}; document unless said`,
  year: `${FIRST_YEAR} to ${LAST_YEAR}; a yearbook must have one`,
  visibility: `${VISIBILITIES.join(' or ')}; tenant unless said`,
  language: `${DOCUMENT_LANGUAGES.join(' or ')}; hr unless said`,
  tenant_id: "the caller's own unless said",
} as const;

/** The text fields of an upload. @throws InvalidRequest (422) */
export function wordsFromForm(
  fields: ReadonlyMap<string, string>,
): DocumentDetails & { tenantId: TenantId | undefined } {
  const tenant = fields.get('tenant_id');
  const words = {
    title: checkedTitle(fields.get('title') ?? ''),
    kind: oneOf('kind', DOCUMENT_KINDS, fields.get('kind') ?? 'document'),
    year: fields.get('year') ? wholeNumber('year', fields.get('year') ?? '', FIRST_YEAR, LAST_YEAR) : null,
    visibility: oneOf('visibility', VISIBILITIES, fields.get('visibility') ?? 'tenant'),
    language: oneOf('language', DOCUMENT_LANGUAGES, fields.get('language') ?? 'hr'),
  };
  requireYearOfYearbook(words);
  return { ...words, tenantId: tenant ? wholeNumber('tenant_id', tenant, 1, Number.MAX_SAFE_INTEGER) : undefined };
}

/** One line, in its canonical spelling. @throws InvalidRequest (422) */
export function checkedTitle(text: string): string {
  if (hasUnsafeCharacters(text))
    throw invalidField('body', 'title', 'text_unsafe', 'Tekst sadrži nedopuštene znakove.');
  const title = normalised(text);
  if (title === '') throw invalidField('body', 'title', 'missing', 'Ovo je polje obavezno.');
  if ([...title].length > LONGEST_TITLE)
    throw invalidField('body', 'title', 'too_long', `Najveći broj znakova: ${LONGEST_TITLE}.`);
  return title;
}

/** @throws InvalidRequest (422) for a yearbook without one */
export function requireYearOfYearbook({ kind, year }: Pick<DocumentDetails, 'kind' | 'year'>): void {
  if (kind === 'yearbook' && year === null)
    throw invalidField('body', 'year', 'missing', 'Godišnjak mora imati godinu.');
}

function oneOf<const Choices extends readonly string[]>(
  field: string,
  choices: Choices,
  text: string,
): Choices[number] {
  if (!choices.includes(text)) throw invalidField('body', field, 'not_allowed', 'Ova vrijednost nije dopuštena.');
  return text;
}

function wholeNumber(field: string, text: string, least: number, most: number): number {
  const value = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most))
    throw invalidField('body', field, 'invalid', `Dopušten je cijeli broj od ${least} do ${most}.`);
  return value;
}
