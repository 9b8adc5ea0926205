import type { Instant } from '../../platform/kernel/clock.ts';
import type { DocumentId, TenantId, UserId } from '../../platform/kernel/entity-id.ts';
import { folded } from '../../platform/kernel/text.ts';

export const DOCUMENT_KINDS = ['document', 'yearbook'] as const;
export const VISIBILITIES = ['public', 'tenant'] as const;
export const DOCUMENT_LANGUAGES = ['hr', 'en'] as const;

/** The data that people enter about a document; the rest comes from its file. A yearbook always has a year. */
export interface DocumentDetails {
  readonly kind: (typeof DOCUMENT_KINDS)[number];
  readonly year: number | null;
  readonly title: string;
  readonly language: (typeof DOCUMENT_LANGUAGES)[number];
  /** `tenant`: visible only to its tenant's people. */
  readonly visibility: (typeof VISIBILITIES)[number];
}

/** Facts read from the PDF itself. */
export interface PdfFacts {
  readonly pages: number;
  /** In bytes. */
  readonly size: number;
  readonly sha256: string;
}

export interface ArchivedDocument extends DocumentDetails, PdfFacts {
  readonly id: DocumentId;
  readonly tenant_id: TenantId;
  readonly created_at: Instant;
  /** `null` when the operator added it or its author was erased. */
  readonly created_by: UserId | null;
  readonly deleted_at: Instant | null;
}

/** A document with the name of its tenant. */
export type ListedDocument = ArchivedDocument & { readonly tenant_name: string };

const MOST_WORDS = 6;

/** The words of a text for comparison: folded, letters and digits only. */
export const wordsOfTitle = (text: string): string[] =>
  folded(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Search words; each must begin a word of the title. */
export const wantedWords = (q: string): string[] => wordsOfTitle(q).slice(0, MOST_WORDS);
