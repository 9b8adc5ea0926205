import { type Compilable, type QueryCreator, sql } from 'kysely';
import type { Database, Db, Tx } from './database.ts';
import { preparedStatement } from './prepared-statement.ts';
import type { Schema } from './schema.ts';

/** The query builder for a bundled change. The table `found` has a row if the first change found one. */
export type Bundling = QueryCreator<Schema & { found: { one: number } }>;

type Build<Values, Row = unknown> = (via: Bundling, values: Values) => Compilable<Row>;

/**
 * Bundles changes that happen together, or not at all if the first, which must return rows, finds none. PostgreSQL runs them
 * as one statement: separate ones would cost a round trip each, and two more for their transaction. SQLite allows no changes
 * in a `with` but statements are cheap: there they are steps of a transaction, in which `found` always has a row.
 */
export function bundledChanges<Values extends object>(
  first: Build<Values>,
  ...others: readonly Build<Values>[]
): (database: Pick<Database, 'change'>, values: Values) => Promise<boolean> {
  const asOne = preparedStatement((via: Db, values: Values): Compilable<unknown> => {
    const [found, ...bundled] = [first, ...others].map((build) => build(withFoundBelow(via), values));
    const named = bundled.map((change, number) => sql`, ${sql.ref(`change${number}`)} as (${change})`);
    return { compile: () => sql`with found as (${found})${sql.join(named, sql``)} select 1 from found`.compile(via) };
  });
  const step = preparedStatement((tx: Tx, values: Values) => first(withFoundBelow(tx), values));
  const steps = others.map((build) => preparedStatement((tx: Tx, values: Values) => build(withFound(tx), values)));
  return (database, values) =>
    database.change({
      asOne: async (via) => (await asOne(via, values)).rows.length > 0,
      inSteps: async (tx) => {
        if ((await step(tx, values)).rows.length === 0) return false;
        for (const each of steps) await each(tx, values);
        return true;
      },
    });
}

/** The first change does not read `found`: it is what `found` is made of. */
const withFoundBelow = (via: Db): Bundling => via as unknown as Bundling; // Kysely types a `with` only on what it returns

const withFound = (tx: Tx): Bundling => tx.with('found', (db) => db.selectNoFrom(sql.lit(1).as('one')));

/** Inserts one row if the first change found something. */
export const insertFound = <Row, Column extends keyof Row & string>(
  via: Bundling,
  table: keyof Schema & string,
  row: Row,
  columns: readonly Column[],
): Compilable<unknown> =>
  via
    .insertInto(table)
    .columns(columns as never) // `table` may be any, so no type knows its columns
    .expression(via.selectFrom('found').select((eb) => columns.map((name) => eb.val(row[name]).as(name))));
