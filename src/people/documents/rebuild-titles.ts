import type { Rebuild } from '../../platform/jobs/rebuild-worker.ts';
import { FOLD } from '../../platform/kernel/text.ts';
import { countDocuments, listWordsAfter, renewSearchText, searchText } from './documents-store.ts';

/** The words by which documents are found. */
export const rebuildTitles: Rebuild = {
  what: 'documents',
  version: FOLD,
  count: countDocuments,
  portion: async (database, after, most) => {
    const documents = await listWordsAfter(database.bulkRead, after, most);
    const stale = documents.filter((document) => document.search_words !== searchText(document));
    for (const document of stale) await database.transaction((tx) => renewSearchText(tx, document));
    return { last: documents.at(-1)?.id, read: documents.length, renewed: stale.length };
  },
};
