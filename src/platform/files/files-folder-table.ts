import { defineTable, text } from '../database/define-table.ts';
import type { Instant } from '../kernel/clock.ts';

/** The mark of this store's folder or bucket, and the one that a bucket is about to get. */
export const filesFoldersTable = defineTable(
  'files_folders',
  {
    role: text(),
    mark: text(),
    since: text<Instant>(),
  },
  {
    key: 'role',
    clustered: true,
    personal: { nobody: 'the mark of a folder' },
  },
);
