import { ApiError } from '../../client/api-error.ts';
import type { Document } from '../../client/wire-types.ts';
import { fieldProblems, problemText } from '../components/form/problem-text.ts';
import type { Language } from '../i18n/language.ts';
import type { Say } from '../i18n/texts.ts';

export interface DocumentWords {
  readonly title: string;
  readonly kind: Document['kind'];
  readonly year: number | null;
  readonly visibility: Document['visibility'];
  readonly language: Document['language'];
  readonly tenantId: number | undefined;
}

export const formOf = (document?: Document): DocumentWords => ({
  title: document?.title ?? '',
  kind: document?.kind ?? 'document',
  year: document?.year ?? null,
  visibility: document?.visibility ?? 'tenant',
  language: document?.language ?? 'hr',
  tenantId: undefined,
});

/** Guesses from the file name: `godisnjak_2024.pdf` is the yearbook of that year. */
export function wordsFromName(name: string): Partial<DocumentWords> {
  const title = name
    .replace(/\.pdf$/i, '')
    .replace(/[_\s]+/g, ' ')
    .trim();
  const [year] = /(?<!\d)(?:19|20)\d\d(?!\d)/.exec(title) ?? [];
  const yearbook = /^(godi[sš]njak|yearbook)/i.test(title.normalize('NFC'));
  return {
    title: title.slice(0, 1).toLocaleUpperCase('hr') + title.slice(1),
    ...(year ? { year: Number(year) } : {}),
    ...(yearbook ? { kind: 'yearbook', visibility: 'public' } : {}),
  };
}

const FIELDS = ['title', 'kind', 'year', 'file'] as const;
type Field = (typeof FIELDS)[number];

const PLACES: Readonly<Record<string, Field>> = {
  'documents.year_taken': 'year',
  'documents.not_publisher': 'kind',
  'documents.type': 'file',
  'documents.encrypted': 'file',
  'documents.broken': 'file',
  'request.too_large': 'file',
};

export type FormProblems = Partial<Record<Field, string>> & { readonly elsewhere: boolean };

/** Each refusal at its field; `elsewhere` when it belongs to none. */
export function placeOfProblem(error: unknown, say: Say, language: Language): FormProblems {
  if (error === null) return { elsewhere: false };
  const place = error instanceof ApiError ? PLACES[error.code] : undefined;
  if (place) return { [place]: problemText(error, say, language), elsewhere: false };
  const told = fieldProblems(error, say, language);
  const known = FIELDS.filter((field) => told[field] !== undefined);
  return { ...Object.fromEntries(known.map((field) => [field, told[field]])), elsewhere: known.length === 0 };
}
