import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { countUpTo } from '../../platform/database/count-up-to.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { jsonOf } from '../../platform/database/json-column.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { liesIn, type TenantScope } from '../../platform/database/tenant-scope.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import {
  type Act,
  type ActTable,
  isUndoing,
  OPEN,
  type Requester,
  type StoredAct,
  UNDOABLE_STATUSES,
} from './long-act.ts';

/** The table of a kind of act, of which these statements know only the columns that all have. */
type ActsDb = Kysely<Schema & { acts: StoredAct }>;

interface Ending extends Pick<Act, 'status' | 'failure'>, Partial<Pick<Act, 'finished_at' | 'undone_at'>> {}

type Values = Readonly<Record<string, unknown>>;

/** Blanks the context of the request, which is no longer needed. */
const NOBODY = { ip: null, user_agent: null, request_id: null };

const isOpen = () => sql<boolean>`${sql.raw(OPEN)}`;

/** The statements on the acts of one kind. `Values` of its own columns, JSON as text, may be set along. */
export function actStore<Row extends Act>(table: ActTable) {
  const name = table.name as 'acts'; // it has the columns of `actColumns`
  const json = jsonOf(table);
  const read = (row: object | undefined) => row && (json.read(row) as Row); // a whole row of this table
  const on = (db: Db) => db as ActsDb;
  const rowOf = async (found: { executeTakeFirst(): Promise<object | undefined> }) =>
    read(await found.executeTakeFirst());
  const inScope = (db: Db, scope: TenantScope) => on(db).selectFrom(name).where(liesIn(scope, 'tenant_id'));
  return {
    add: async (tx: Tx, row: Omit<Row, 'id'>): Promise<Row> => {
      const values = json.write(row) as unknown as Omit<StoredAct, 'id'>; // and those of the kind
      return json.read(await on(tx).insertInto(name).values(values).returningAll().executeTakeFirstOrThrow()) as Row;
    },

    find: (db: Db, id: number): Promise<Row | undefined> =>
      rowOf(on(db).selectFrom(name).selectAll().where('id', '=', id)),

    /** The open act with the lowest id above `after`, so that several take turns. */
    findOpen: (db: Db, after: number): Promise<Row | undefined> =>
      rowOf(on(db).selectFrom(name).selectAll().where(isOpen).where('id', '>', after).orderBy('id').limit(1)),

    /** Newest first, with one extra. */
    list: async (
      db: Db,
      { scope, before, limit }: { scope: TenantScope; before: number | undefined; limit: number },
    ): Promise<Row[]> => {
      let page = inScope(db, scope).selectAll();
      if (before !== undefined) page = page.where('id', '<', before);
      const rows = page.orderBy('id', 'desc').limit(limit + 1);
      return (await rows.execute()).map((row) => json.read(row) as Row);
    },

    count: (db: Db, scope: TenantScope, most: number): Promise<number> =>
      countUpTo(db, inScope(db, scope).select('id') as never, most), // of a table of the schema

    /**
     * Claims the rows between two places for exactly one caller; one that outlived its lease finds them already claimed. Must come
     * first in the transaction, so that others wait for its row. `undefined` if the claim failed.
     */
    claim: (tx: Tx, id: number, from: number, to: number, at: Instant): Promise<Row | undefined> => {
      const claimed = on(tx)
        .updateTable(name)
        .set(({ fn, ref, val }) => ({
          status: 'running',
          next_place: to,
          started_at: fn.coalesce(ref('started_at'), val(at)),
        }))
        .where('id', '=', id)
        .where('next_place', '=', from)
        .where('undo_requested_at', 'is', null)
        .where(isOpen);
      return rowOf(claimed.returningAll());
    },

    /** Claims the undoing of rows between two places, in the same way. */
    claimUndo: async (tx: Tx, id: number, from: number, to: number): Promise<boolean> => {
      const claimed = on(tx)
        .updateTable(name)
        .set({ undo_place: to })
        .where('id', '=', id)
        .where('undo_place', '=', from)
        .where('undo_requested_at', 'is not', null)
        .where(isOpen);
      return (await claimed.returning('id').executeTakeFirst()) !== undefined;
    },

    /** Adds to columns of numbers, and sets others. */
    addCounts: async (tx: Tx, id: number, counts: Readonly<Record<string, number>>, set: Values = {}) => {
      const added = Object.entries(counts).map(([column, count]) => [column, sql`${sql.ref(column)} + ${count}`]);
      const changed = on(tx)
        .updateTable(name)
        .set({ ...set, ...Object.fromEntries(added) });
      await changed.where('id', '=', id).execute();
    },

    /** Ends the run or the undoing of an act and returns it; `undefined` if another caller has ended that. */
    finish: (tx: Tx, act: Act, ending: Ending, atRest: Values): Promise<Row | undefined> => {
      const finished = on(tx)
        .updateTable(name)
        .set({ ...ending, ...NOBODY, ...atRest })
        .where('id', '=', act.id)
        .where('undo_requested_at', isUndoing(act) ? 'is not' : 'is', null)
        .where(isOpen);
      return rowOf(finished.returningAll());
    },

    /** Opens a finished act again, to undo it; `undefined` when it cannot be undone. */
    openForUndo: (
      tx: Tx,
      id: number,
      asked: Requester & Pick<Act, 'undo_requested_at'>,
      { where, ...set }: { readonly where: RawBuilder<SqlBool> } & Values,
    ): Promise<Row | undefined> => {
      const opened = on(tx)
        .updateTable(name)
        .set({ ...asked, ...set, status: 'running', failure: null })
        .where('id', '=', id)
        .where('status', 'in', UNDOABLE_STATUSES)
        .where(where);
      return rowOf(opened.returningAll());
    },

    /** The acts that somebody started. */
    listStartedBy: async (db: Db, userId: UserId): Promise<Row[]> => {
      const own = on(db).selectFrom(name).selectAll().where('created_by', '=', userId).orderBy('id');
      return (await own.execute()).map((row) => json.read(row) as Row);
    },

    /** Blanks what acts store about a requester besides the id. */
    forgetRequester: async (tx: Tx, userId: UserId): Promise<void> => {
      await on(tx).updateTable(name).set(NOBODY).where('asked_by', '=', userId).execute();
    },

    /** Acts that ended before an instant, whether or not undone since. */
    listEndedBefore: async (db: Db, before: Instant, most: number): Promise<number[]> => {
      const ended = on(db)
        .selectFrom(name)
        .select('id')
        .where(({ not }) => not(isOpen()))
        .where(({ fn, ref, eb }) => eb(fn.coalesce(ref('undone_at'), ref('finished_at')), '<', before));
      return (await ended.orderBy('id').limit(most).execute()).map(({ id }) => id);
    },

    drop: async (tx: Tx, id: number): Promise<void> => {
      await on(tx).deleteFrom(name).where('id', '=', id).execute();
    },
  };
}

export type ActStore<Row extends Act> = ReturnType<typeof actStore<Row>>;
