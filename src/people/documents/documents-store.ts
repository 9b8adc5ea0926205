import { type ExpressionBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { defineTable, type TableOf, text } from '../../platform/database/define-table.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { liesIn, type TenantScope } from '../../platform/database/tenant-scope.ts';
import { TOTAL_CAP } from '../../platform/http/list-wire.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { DocumentId, TenantId } from '../../platform/kernel/entity-id.ts';
import { type ArchivedDocument, type documentsTable, type ListedDocument, wordsOfTitle } from './document.ts';

/** One row for every file that must exist. Whoever adds or removes a file locks its row. */
export const documentFilesTable = defineTable(
  'document_files',
  {
    sha256: text(),
    referred_at: text<Instant>(),
    /** Under which key the content lies, where that is not made of its hash alone. */
    file_key: text().orNull(),
  },
  {
    key: 'sha256',
    clustered: true,
    personal: { nobody: 'digests of documents' },
  },
);

declare module '../../platform/database/schema.ts' {
  interface Schema {
    documents: TableOf<typeof documentsTable>;
    document_files: TableOf<typeof documentFilesTable>;
  }
}

/** The documents that are visible besides the public ones. */
export type VisibleDocuments = 'public' | 'everything' | TenantScope;

export interface DocumentFilter {
  readonly kind?: ArchivedDocument['kind'] | undefined;
  readonly year?: number | undefined;
  readonly tenantId?: TenantId | undefined;
  readonly words: readonly string[];
}

export interface DocumentPage {
  /** Unique sort column, descending. */
  readonly by: 'id' | 'year';
  readonly before: number | undefined;
  readonly limit: number;
}

type Documents = ExpressionBuilder<Schema, 'documents'>;

/** @throws the engine's unique violation of `documents__year_unique` */
export const addDocument = (tx: Tx, document: Omit<ArchivedDocument, 'id'>): Promise<ArchivedDocument> =>
  tx
    .insertInto('documents')
    .values({ ...document, search_words: searchText(document) })
    .returningAll()
    .executeTakeFirstOrThrow();

/** Does not find deleted documents. */
export const findDocument = (db: Db, id: DocumentId): Promise<ListedDocument | undefined> =>
  withTenantName(
    db.selectFrom('documents').where('documents.id', '=', id).where('deleted_at', 'is', null),
  ).executeTakeFirst();

export const findYearbook = (db: Db, tenantId: TenantId, year: number): Promise<ListedDocument | undefined> =>
  withTenantName(
    db
      .selectFrom('documents')
      .where('documents.tenant_id', '=', tenantId)
      .where('kind', '=', 'yearbook')
      .where('year', '=', year)
      .where('deleted_at', 'is', null),
  ).executeTakeFirst();

/** One page with an extra row, and the count up to just above the cap. */
export async function listDocuments(
  db: Db,
  visible: VisibleDocuments,
  filter: DocumentFilter,
  { by, before, limit }: DocumentPage,
): Promise<{ rows: ListedDocument[]; counted: number }> {
  const found = db
    .selectFrom('documents')
    .where((row) => row.and([...isVisibleIn(row, visible), ...asked(row, filter)]));
  const some = found.select(sql.lit(1).as('one')).limit(TOTAL_CAP + 1);
  const { count } = await db
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const begun = before === undefined ? found : found.where(`documents.${by}`, '<', before);
  const rows = await withTenantName(begun.orderBy(`documents.${by}`, 'desc').limit(limit + 1)).execute();
  return { rows, counted: count };
}

function isVisibleIn(row: Documents, visible: VisibleDocuments) {
  const there = row('deleted_at', 'is', null);
  if (visible === 'everything') return [there];
  const isPublic = row('visibility', '=', 'public');
  return [there, visible === 'public' ? isPublic : row.or([isPublic, liesIn(visible, 'tenant_id')])];
}

const YEAR = /^\d{4}$/;

/**
 * Words hold only letters and digits, so none is a LIKE pattern. The year is part of the indexed words, as people
 * search for it.
 */
const asked = (row: Documents, { kind, year, tenantId, words }: DocumentFilter) => [
  ...(kind === undefined ? [] : [row('kind', '=', kind)]),
  ...(year === undefined ? [] : [row('year', '=', year)]),
  ...(tenantId === undefined ? [] : [row('tenant_id', '=', tenantId)]),
  ...words.map((word) => {
    const inTitle = row('search_words', 'like', `% ${word}%`);
    return YEAR.test(word) ? row.or([inTitle, row('year', '=', Number(word))]) : inTitle;
  }),
];

/** `undefined` when it was deleted meanwhile. @throws the engine's unique violation of `documents__year_unique` */
export const changeDocument = (
  tx: Tx,
  id: DocumentId,
  change: Partial<Pick<ArchivedDocument, 'title' | 'year' | 'visibility' | 'language'>>,
): Promise<ArchivedDocument | undefined> =>
  tx
    .updateTable('documents')
    .set({ ...change, ...(change.title === undefined ? {} : { search_words: searchText({ title: change.title }) }) })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();

/** `undefined` when it was already deleted. */
export const deleteDocument = (tx: Tx, id: DocumentId, at: Instant): Promise<ArchivedDocument | undefined> =>
  tx
    .updateTable('documents')
    .set({ deleted_at: at })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();

export async function countDocuments(db: Db): Promise<number> {
  const counted = db.selectFrom('documents').select(({ fn }) => fn.countAll<number>().as('count'));
  return (await counted.executeTakeFirstOrThrow()).count;
}

/** Documents after an id, deleted ones too, with what they are found by. */
export const listWordsAfter = (
  db: Db,
  after: DocumentId,
  most: number,
): Promise<(Pick<ArchivedDocument, 'id' | 'title'> & { search_words: string })[]> =>
  db
    .selectFrom('documents')
    .select(['id', 'title', 'search_words'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(most)
    .execute();

/** Renews what a document is found by, unless its title was changed meanwhile. */
export async function renewSearchText(tx: Tx, { id, title }: Pick<ArchivedDocument, 'id' | 'title'>): Promise<void> {
  const search_words = searchText({ title });
  await tx.updateTable('documents').set({ search_words }).where('id', '=', id).where('title', '=', title).execute();
}

export const searchText = ({ title }: Pick<ArchivedDocument, 'title'>): string => ` ${wordsOfTitle(title).join(' ')}`;

const withTenantName = <Query extends ReturnType<typeof plain>>(query: Query) =>
  query
    .innerJoin('tenants', 'tenants.id', 'documents.tenant_id')
    .selectAll('documents')
    .select('tenants.name as tenant_name');

const plain = (db: Db) => db.selectFrom('documents');
