import { type ExpressionBuilder, type Generated, sql } from 'kysely';
import type { Db, Tx } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import { TOTAL_CAP } from '../http/list-wire.ts';
import type { Instant } from '../kernel/clock.ts';
import { type ArchivedDocument, type ShownDocument, wordsOfTitle } from './document.ts';

declare module '../database/schema.ts' {
  interface Schema {
    documents: Omit<ArchivedDocument, 'id'> & { id: Generated<number>; search_words: string };
    document_files: { sha256: string; referred_at: Instant };
  }
}

/** Whose documents of their own somebody sees beside the public ones. */
export type Sight = 'public' | 'everything' | { readonly tenantId: number };

export interface DocumentFilter {
  readonly kind?: ArchivedDocument['kind'] | undefined;
  readonly year?: number | undefined;
  readonly tenantId?: number | undefined;
  readonly words: readonly string[];
}

export interface DocumentPage {
  /** By which the list falls; each value is there once. */
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

/** One that is not deleted. */
export const findDocument = (db: Db, id: number): Promise<ShownDocument | undefined> =>
  shown(db.selectFrom('documents').where('documents.id', '=', id).where('deleted_at', 'is', null)).executeTakeFirst();

export const findYearbook = (db: Db, tenantId: number, year: number): Promise<ShownDocument | undefined> =>
  shown(
    db
      .selectFrom('documents')
      .where('documents.tenant_id', '=', tenantId)
      .where('kind', '=', 'yearbook')
      .where('year', '=', year)
      .where('deleted_at', 'is', null),
  ).executeTakeFirst();

/** One page with a row to spare, and how many there are up to just above the cap. */
export async function listDocuments(
  db: Db,
  sight: Sight,
  filter: DocumentFilter,
  { by, before, limit }: DocumentPage,
): Promise<{ rows: ShownDocument[]; counted: number }> {
  const found = db.selectFrom('documents').where((row) => row.and([...seenBy(row, sight), ...asked(row, filter)]));
  const some = found.select(sql.lit(1).as('one')).limit(TOTAL_CAP + 1);
  const { count } = await db
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const begun = before === undefined ? found : found.where(`documents.${by}`, '<', before);
  const rows = await shown(begun.orderBy(`documents.${by}`, 'desc').limit(limit + 1)).execute();
  return { rows, counted: count };
}

function seenBy(row: Documents, sight: Sight) {
  const there = row('deleted_at', 'is', null);
  if (sight === 'everything') return [there];
  const isPublic = row('visibility', '=', 'public');
  return [there, sight === 'public' ? isPublic : row.or([isPublic, row('tenant_id', '=', sight.tenantId)])];
}

const YEAR = /^\d{4}$/;

/** Words hold letters and digits alone, so none of them is a pattern. A year is looked for as people say it: with the words. */
const asked = (row: Documents, { kind, year, tenantId, words }: DocumentFilter) => [
  ...(kind === undefined ? [] : [row('kind', '=', kind)]),
  ...(year === undefined ? [] : [row('year', '=', year)]),
  ...(tenantId === undefined ? [] : [row('tenant_id', '=', tenantId)]),
  ...words.map((word) => {
    const inTitle = row('search_words', 'like', `% ${word}%`);
    return YEAR.test(word) ? row.or([inTitle, row('year', '=', Number(word))]) : inTitle;
  }),
];

/** `undefined` when it is deleted by now. @throws the engine's unique violation of `documents__year_unique` */
export const changeDocument = (
  tx: Tx,
  id: number,
  change: Partial<Pick<ArchivedDocument, 'title' | 'year' | 'visibility' | 'language'>>,
): Promise<ArchivedDocument | undefined> =>
  tx
    .updateTable('documents')
    .set({ ...change, ...(change.title === undefined ? {} : { search_words: searchText({ title: change.title }) }) })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();

/** `undefined` when somebody else has deleted it. */
export const deleteDocument = (tx: Tx, id: number, at: Instant): Promise<ArchivedDocument | undefined> =>
  tx
    .updateTable('documents')
    .set({ deleted_at: at })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();

/** Deleted ones too. */
export const listTitles = (db: Db, tenantId: number): Promise<Pick<ArchivedDocument, 'title'>[]> =>
  db.selectFrom('documents').select('title').where('tenant_id', '=', tenantId).execute();

/** What somebody published, deleted ones too. */
export const listDocumentsBy = (
  db: Db,
  userId: number,
): Promise<Pick<ArchivedDocument, 'id' | 'title' | 'created_at' | 'deleted_at'>[]> =>
  db
    .selectFrom('documents')
    .select(['id', 'title', 'created_at', 'deleted_at'])
    .where('created_by', '=', userId)
    .orderBy('id')
    .execute();

export async function forgetPublisher(tx: Tx, userId: number): Promise<void> {
  await tx.updateTable('documents').set({ created_by: null }).where('created_by', '=', userId).execute();
}

const searchText = ({ title }: Pick<ArchivedDocument, 'title'>): string => ` ${wordsOfTitle(title).join(' ')}`;

const shown = <Query extends ReturnType<typeof plain>>(query: Query) =>
  query
    .innerJoin('tenants', 'tenants.id', 'documents.tenant_id')
    .selectAll('documents')
    .select('tenants.name as tenant_name');

const plain = (db: Db) => db.selectFrom('documents');
