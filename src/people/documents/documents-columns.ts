import type { PersonalTables } from '../../platform/database/personal-columns.ts';

/** What an export and an erasure do with each column. */
export const documentsTables = {
  documents: {
    id: { export: 'in documents.id', erasure: 'kept' },
    tenant_id: { export: 'thing', erasure: 'kept' },
    kind: { export: 'thing', erasure: 'kept' },
    year: { export: 'thing', erasure: 'kept' },
    title: { export: 'in documents.title', erasure: 'kept' },
    search_words: { export: 'thing', erasure: 'kept' },
    language: { export: 'thing', erasure: 'kept' },
    pages: { export: 'thing', erasure: 'kept' },
    size: { export: 'thing', erasure: 'kept' },
    sha256: { export: 'thing', erasure: 'kept' },
    visibility: { export: 'thing', erasure: 'kept' },
    created_at: { export: 'in documents.created_at', erasure: 'kept' },
    created_by: { export: 'repeated', erasure: 'emptied' },
    deleted_at: { export: 'in documents.deleted_at', erasure: 'kept' },
  },
} as const satisfies PersonalTables;
