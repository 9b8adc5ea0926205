import { defineTable, integer, type RowOf, text } from '../database/define-table.ts';
import type { Instant } from '../kernel/clock.ts';

/** Whose search words and sort keys are rebuilt. */
export type Rebuilt = 'people' | 'documents';

export const rebuildsTable = defineTable(
  'rebuilds',
  {
    what: text<Rebuilt>(),
    version: integer(),
    round: integer(),
    /** The last row that was looked at. */
    after_id: integer(),
    done: integer(),
    total: integer(),
    renewed: integer(),
    ended_at: text<Instant>().orNull(),
  },
  {
    key: 'what',
    clustered: true,
    personal: { nobody: 'how far a rebuild is' },
  },
);

export type RebuildRow = RowOf<typeof rebuildsTable>;
