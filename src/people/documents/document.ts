import { defineTable, id, integer, type RowOf, text } from '../../platform/database/define-table.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { DocumentId, TenantId, UserId } from '../../platform/kernel/entity-id.ts';
import { folded } from '../../platform/kernel/text.ts';

export const DOCUMENT_KINDS = ['document', 'yearbook'] as const;
export const VISIBILITIES = ['public', 'tenant'] as const;
export const DOCUMENT_LANGUAGES = ['hr', 'en'] as const;

export const documentsTable = defineTable(
  'documents',
  {
    id: id<DocumentId>('in documents.id', 'kept'),
    tenant_id: integer<TenantId>('not-personal', 'kept').references('tenants'),
    kind: text<(typeof DOCUMENT_KINDS)[number]>('not-personal', 'kept'),
    /** A yearbook always has one. */
    year: integer('not-personal', 'kept').orNull(),
    title: text('in documents.title', 'kept'),
    search_words: text('not-personal', 'kept'),
    language: text<(typeof DOCUMENT_LANGUAGES)[number]>('not-personal', 'kept'),
    pages: integer('not-personal', 'kept'),
    /** In bytes. */
    size: integer('not-personal', 'kept'),
    sha256: text('not-personal', 'kept'),
    /** `tenant`: visible only to its tenant's people. */
    visibility: text<(typeof VISIBILITIES)[number]>('not-personal', 'kept'),
    created_at: text<Instant>('in documents.created_at', 'kept'),
    /** `null` when the operator added it or its author was erased. */
    created_by: integer<UserId>('duplicate', 'emptied').references('users').orNull(),
    deleted_at: text<Instant>('in documents.deleted_at', 'kept').orNull(),
  },
  {
    indexes: {
      year_unique: { columns: 'tenant_id, year', where: "kind = 'yearbook' and deleted_at is null", unique: true },
      sha256: { columns: 'sha256', where: 'deleted_at is null' },
      created_by: 'created_by',
    },
    personal: {
      merging: { created_by: 'moves' },
      of: 'created_by',
      parts: { documents: { purpose: 'proof', kept: 'account' } },
    },
  },
);

export type ArchivedDocument = Omit<RowOf<typeof documentsTable>, 'search_words'>;

/** The data that people enter about a document; the rest comes from its file. */
export type DocumentDetails = Pick<ArchivedDocument, 'kind' | 'year' | 'title' | 'language' | 'visibility'>;

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
