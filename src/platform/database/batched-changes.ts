import { type Compilable, type QueryCreator, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { BatchableChange, Database, Db, Tx } from './database.ts';
import type { ColumnOf, WholeList } from './insert-rows.ts';
import { preparedStatement } from './prepared-statement.ts';
import type { Schema } from './schema.ts';

/** How the changes of a bundle are written: each in a statement of its own, or all of many callers in one. */
export interface ChangeBuilder {
  readonly updateTable: QueryCreator<Schema>['updateTable'];
  insertInto<Table extends keyof Schema & string, Row, Column extends ColumnOf<Table> & keyof Row>(
    table: Table,
    row: Row,
    columns: WholeList<Table, Pick<Row, ColumnOf<Table> & keyof Row>, Column>,
  ): Compilable<unknown>;
}

type Build<Values> = (via: ChangeBuilder, values: Values) => Compilable<unknown>;

interface BatchedChangeParts<Values> {
  /** Changes that have this value in common are never made in one statement. */
  readonly key: keyof Values & string;
  /** The non-text values. */
  readonly numbers: readonly (keyof Values & string)[];
  /** Selects the key from the rows that are updated. Before many callers' are, they are locked. */
  // biome-ignore lint/suspicious/noExplicitAny: whatever tables it reads
  readonly locks: (via: Db, values: Values) => SelectQueryBuilder<any, any, any>;
  /** The update that decides. It names columns with their table. */
  readonly first: Build<Values>;
  /** Made if `first` found a row. */
  readonly others: readonly Build<Values>[];
}

/**
 * Bundles changes that happen together, or not at all if the first finds no row. PostgreSQL makes those of many callers in one
 * statement: one each would cost it three times as much. That statement never waits while it holds their rows: it leaves out whose
 * rows are locked. Those are made in steps of a transaction, as all are on SQLite, which allows no changes in a `with`, but
 * where statements are cheap.
 */
export function batchedChanges<Values extends object>(
  parts: BatchedChangeParts<Values>,
): (database: Pick<Database, 'change'>, values: Values) => Promise<boolean> {
  const first = preparedStatement((tx: Tx, values: Values) => returning(tx, parts.first(oneByOne(tx), values)));
  const others = parts.others.map((build) =>
    preparedStatement((tx: Tx, values: Values) => build(oneByOne(tx), values)),
  );
  const forMany = preparedStatement((via: Db, lists: Values) => statementForMany(via, lists, parts));
  const bundle: BatchableChange<Values> = {
    keyOf: (values) => values[parts.key],
    inSteps: async (tx, values) => {
      if ((await first(tx, values)).rows.length === 0) return false;
      for (const each of others) await each(tx, values);
      return true;
    },
    together: async (via, all) => {
      const { rows } = await forMany(via, listsOf(all));
      return new Map(rows.map(({ key, made }) => [key, made]));
    },
  };
  return (database, values) => database.change(bundle, values);
}

const compilable = <Row>(via: Db, query: RawBuilder<Row>): Compilable<Row> => ({ compile: () => query.compile(via) });

const returning = (tx: Tx, update: Compilable<unknown>) => compilable(tx, sql`${update} returning 1`);

const oneByOne = (tx: Tx): ChangeBuilder => ({
  updateTable: tx.updateTable.bind(tx),
  insertInto: (table, row, columns) =>
    tx.insertInto(table).values(Object.fromEntries(columns.map((name) => [name, row[name]])) as never), // any table's row
});

/** Of many callers: `held` has the values of those whose rows are locked, `found` of those whose first change was made. */
const allInOne = (via: Db, source: 'held' | 'found'): ChangeBuilder => {
  const db = via as unknown as QueryCreator<Schema & Record<typeof source, object>>; // Kysely types a `with` only on what it returns
  return {
    updateTable: ((table: keyof Schema & string) => db.updateTable(table).from(source)) as ChangeBuilder['updateTable'], // its overloads
    insertInto: (table, row, columns) =>
      db
        .insertInto(table)
        .columns(columns as never) // any table's
        .expression(db.selectFrom(source).select((eb) => columns.map((name) => eb.val(row[name]).as(name)))),
  };
};

function statementForMany<Values extends object>(
  via: Db,
  lists: Values,
  { key, numbers, locks, first, others }: BatchedChangeParts<Values>,
): Compilable<{ key: unknown; made: boolean }> {
  const names = new Set<keyof Values & string>([key]);
  /** The columns of a `with` in place of values, noting which. */
  const columnsOf = (source: string) => {
    const columnOf = (_: Values, name: keyof Values & string) => {
      names.add(name);
      return sql.ref(`${source}.${name}`);
    };
    return new Proxy(lists, { get: columnOf });
  };
  const locked = locks(via, columnsOf('asked')).forNoKeyUpdate().skipLocked();
  const found = first(allInOne(via, 'held'), columnsOf('held'));
  const changes = others.map((build) => build(allInOne(via, 'found'), columnsOf('found')));
  const named = changes.map((change, number) => sql`, ${sql.ref(`change${number}`)} as (${change})`);
  const list = (name: keyof Values & string) => {
    const all = sql`${lists[name]}::${sql.raw(numbers.includes(name) ? 'bigint' : 'text')}[]`;
    return name === key ? sql`(select ${all})` : all; // hides how many there are: PostgreSQL would plan for every number anew
  };
  const refs = [...names].map((name) => sql.ref(name));
  // Each row is looked up by a subquery, not by a join, for which a plan made while a table is small would read all of it.
  return compilable(
    via,
    sql`
      with asked as (select * from unnest(${sql.join([...names].map(list))}) as asked(${sql.join(refs)})),
        held as (select asked.* from asked where asked.${sql.ref(key)} = (${locked})),
        found as (${found} returning held.*)${sql.join(named, sql``)}
      select held.${sql.ref(key)} as key, found.${sql.ref(key)} is not null as made from held left join found using (${sql.ref(key)})`,
  );
}

/** Values of many callers as a list for each name. */
const listsOf = <Values extends object>(all: readonly Values[]): Values =>
  new Proxy(all, { get: (_, name) => all.map((values) => values[name as keyof Values]) }) as unknown as Values; // each member a list
