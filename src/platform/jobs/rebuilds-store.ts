import type { Db, Tx } from '../database/database.ts';
import { defineTable, integer, type RowOf, type TableOf, text } from '../database/define-table.ts';
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

declare module '../database/schema.ts' {
  interface Schema {
    rebuilds: TableOf<typeof rebuildsTable>;
  }
}

export const findRebuild = (db: Db, what: Rebuilt): Promise<RebuildRow | undefined> =>
  db.selectFrom('rebuilds').selectAll().where('what', '=', what).executeTakeFirst();

/** Begins a round, unless somebody else has begun it or a newer build has been here. */
export const beginRound = (
  tx: Tx,
  begun: Pick<RebuildRow, 'what' | 'version' | 'round' | 'total'>,
): Promise<RebuildRow | undefined> => {
  const row = { ...begun, after_id: 0, done: 0, renewed: 0, ended_at: null };
  return tx
    .insertInto('rebuilds')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('what')
        .doUpdateSet(row)
        .where(({ eb, or, and }) =>
          or([
            eb('rebuilds.version', '<', row.version),
            and([eb('rebuilds.version', '=', row.version), eb('rebuilds.round', '<', row.round)]),
          ]),
        ),
    )
    .returningAll()
    .executeTakeFirst();
};

export interface Advance {
  readonly after_id: number;
  readonly read: number;
  readonly renewed: number;
  readonly ended_at: Instant | null;
}

/** Notes a portion as done; `undefined` when somebody else did. */
export const advance = (tx: Tx, from: RebuildRow, { read, renewed, ...to }: Advance): Promise<RebuildRow | undefined> =>
  tx
    .updateTable('rebuilds')
    .set({ ...to, done: from.done + read, renewed: from.renewed + renewed })
    .where('what', '=', from.what)
    .where('version', '=', from.version)
    .where('round', '=', from.round)
    .where('after_id', '=', from.after_id)
    .where('ended_at', 'is', null)
    .returningAll()
    .executeTakeFirst();

/** The rebuilds under way. */
export const listOpenRebuilds = (db: Db): Promise<Pick<RebuildRow, 'what' | 'done' | 'total'>[]> =>
  db.selectFrom('rebuilds').select(['what', 'done', 'total']).where('ended_at', 'is', null).orderBy('what').execute();
