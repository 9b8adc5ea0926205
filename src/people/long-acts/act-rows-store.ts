import { type Kysely, sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { Table } from '../../platform/database/define-table.ts';
import { insertRows, valuesOf } from '../../platform/database/insert-rows.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';

/** What every table of rows has, under the names that its key gives the first two. */
interface StoredRow {
  readonly act: number;
  readonly place: number;
  readonly outcome: string;
  readonly user_id: UserId | null;
}
type RowsDb = Kysely<Schema & { act_rows: StoredRow }>;

/** What is known of a row whose table is given: its key is the act and the place in it. */
export interface ActRow {
  readonly outcome: string;
  readonly user_id: UserId | null;
}

interface Outcomes<Outcome> {
  /** In the order in which they are listed: problems first. */
  readonly outcomes: readonly Outcome[];
  /** That of most rows, which are read in the order of the key; a partial index has the others. */
  readonly most: Outcome;
  /** Those of rows that undoing changes. */
  readonly undoable: readonly Outcome[];
}

/** An index on the rows with a problem; `actRowStore` uses exactly its condition. */
export const problemsIndex = (act: string, place: string, most: string) =>
  ({ columns: `${act}, outcome, ${place}`, where: `outcome <> '${most}'` }) as const;

/** The statements on the rows of one kind of act. */
export function actRowStore<Row extends ActRow>(table: Table, { outcomes, most, undoable }: Outcomes<Row['outcome']>) {
  type Outcome = Row['outcome'];
  const name = table.name as 'act_rows'; // it has these columns
  const [act, place] = table.key as ['act', 'place']; // by the names that they have
  const columns = Object.keys(table.columns);
  const numbers = columns.filter((column) => table.columns[column]?.facts.type === 'integer');
  const on = (db: Db) => db as RowsDb;
  const rowsOf = (db: Db, id: number) => on(db).selectFrom(name).selectAll().where(act, '=', id);
  const withOutcome = (db: Db, id: number, outcome: Outcome) =>
    outcome === most
      ? rowsOf(db, id).where('outcome', '=', outcome)
      : rowsOf(db, id).where('outcome', '=', outcome).where('outcome', '<>', sql.lit<string>(most));
  const all = async (found: { execute(): Promise<object[]> }) => (await found.execute()) as Row[]; // whole rows of this table
  const placeOf = (row: Row): number => (row as unknown as StoredRow)[place]; // by the key of the table

  const list = (db: Db, id: number, { outcome, after, limit }: Wanted<Outcome>): Promise<Row[]> => {
    const rows = outcome === undefined ? rowsOf(db, id) : withOutcome(db, id, outcome);
    return all(rows.where(place, '>', after).orderBy(place).limit(limit));
  };

  const listUndoable = (db: Db, id: number, after: number, limit: number): Promise<Row[]> =>
    all(rowsOf(db, id).where('outcome', 'in', undoable).where(place, '>', after).orderBy(place).limit(limit));

  return {
    outcomes,
    first: outcomes[0] ?? most,
    placeOf,
    list,
    listUndoable,

    add: async (tx: Tx, rows: readonly Row[]): Promise<void> => {
      await insertRows(tx, { table: table.name, columns, numbers, rows } as never); // every column of the declaration
    },

    listAt: (db: Db, id: number, places: readonly number[]): Promise<Row[]> =>
      all(rowsOf(db, id).where(place, 'in', places)),

    /** Whom of these people some row of an act is about. */
    listAmong: async (db: Db, id: number, userIds: readonly UserId[]): Promise<UserId[]> => {
      const about = on(db).selectFrom(name).select('user_id').where(act, '=', id);
      const rows = await about.where('user_id', 'in', valuesOf('bigint', userIds)).execute();
      return rows.flatMap(({ user_id }) => user_id ?? []);
    },

    /** Problems first, then by place; one extra row. Each outcome is an index range, so that no page sorts the act. */
    listByOutcome: async (
      db: Db,
      id: number,
      wanted: { outcomes: readonly Outcome[]; after: RowPlace<Outcome> | undefined; limit: number },
    ): Promise<Row[]> => {
      const { after, limit } = wanted;
      const found: Row[] = [];
      const begun = after === undefined ? 0 : outcomes.indexOf(after.outcome);
      for (const outcome of outcomes.filter((one, rank) => wanted.outcomes.includes(one) && rank >= begun)) {
        const beyond = outcome === after?.outcome ? after.place : 0;
        found.push(...(await list(db, id, { outcome, after: beyond, limit: limit + 1 - found.length })));
        if (found.length > limit) break;
      }
      return found;
    },

    /** The last row with this outcome. */
    findLast: async (db: Db, id: number, outcome: Outcome): Promise<Row | undefined> =>
      (await all(withOutcome(db, id, outcome).orderBy(place, 'desc').limit(1)))[0],

    /** Rows from a place on, by place, in portions: all, those with an outcome, or those that undoing changes. */
    async *take(db: Db, id: number, { which, after = 0, portion }: Taken<Outcome>): AsyncGenerator<Row[]> {
      const next = (from: number) =>
        which === 'undoable'
          ? listUndoable(db, id, from, portion)
          : list(db, id, { outcome: which === 'all' ? undefined : which, after: from, limit: portion });
      for (let rows = await next(after); rows.length > 0; ) {
        yield rows;
        const last = rows.at(-1);
        rows = last === undefined || rows.length < portion ? [] : await next(placeOf(last));
      }
    },

    /** Removes the rows at these places, to be added anew. */
    dropAt: async (tx: Tx, id: number, places: readonly number[]): Promise<void> => {
      await on(tx).deleteFrom(name).where(act, '=', id).where(place, 'in', places).execute();
    },

    /** Gives undoable rows about these people another outcome. */
    settle: async (
      tx: Tx,
      id: number,
      userIds: readonly UserId[],
      settled: { readonly outcome: Outcome; readonly code?: string | null },
    ): Promise<void> => {
      const rows = on(tx).updateTable(name).set(settled).where(act, '=', id).where('outcome', 'in', undoable);
      await rows.where('user_id', 'in', valuesOf('bigint', userIds)).execute();
    },

    /** Deletes at most `most` rows of an act; returns how many. */
    drop: async (tx: Tx, id: number, limit: number): Promise<number> => {
      const some = on(tx).selectFrom(name).select(place).where(act, '=', id).orderBy(place).limit(limit);
      const dropped = on(tx).deleteFrom(name).where(act, '=', id).where(place, 'in', some);
      return Number((await dropped.executeTakeFirst()).numDeletedRows);
    },

    dropAbout: async (tx: Tx, userId: UserId): Promise<void> => {
      await on(tx).deleteFrom(name).where('user_id', '=', userId).execute();
    },
  };
}

interface Wanted<Outcome> {
  readonly outcome?: Outcome | undefined;
  readonly after: number;
  readonly limit: number;
}

interface Taken<Outcome> {
  readonly which: 'all' | 'undoable' | Outcome;
  readonly after?: number;
  readonly portion: number;
}

/** Where a page of rows starts: after this place of this outcome. */
export interface RowPlace<Outcome> {
  readonly outcome: Outcome;
  readonly place: number;
}

export type ActRowStore<Row extends ActRow> = ReturnType<typeof actRowStore<Row>>;
