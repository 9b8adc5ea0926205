import type { Engine } from './database.ts';
import type { ColumnFacts, Ending, Following, Journalled, Table, TableIndex } from './define-table.ts';

/** Where triggers note what a restored backup would undo; `operations/backup` writes the journal from there. */
const NOTES = 'last_words_due';

/**
 * The statements that make these tables, each table after those that it refers to. This file alone knows how the engines spell
 * a schema. Names and conditions are ours, never anybody's input.
 */
export const creationOf = (tables: readonly Table[], engine: Engine): string[] => [
  ...tables.map((table) => createTable(table, engine)),
  ...tables.flatMap(({ indexes }) =>
    indexes.map((index) => `create ${unique(index)}index ${described(index, engine)}`),
  ),
  ...(engine === 'postgres' ? functionsOf(tables) : []),
  ...tables.flatMap(({ name, journal }) => journal.map((journalled) => journalTrigger(name, journalled, engine))),
  ...tables.flatMap(({ name, endsWith }) => (endsWith === undefined ? [] : [endTrigger(name, endsWith, engine)])),
  ...tables.flatMap(({ name, follows }) => follows.map((following) => followTrigger(name, following, engine))),
  ...tables.flatMap(({ name, rows }) => rows.map((row) => insertRow(name, row))),
];

/** `NAME on TABLE (COLUMNS) where …`. SQLite sorts null first, and has no word for that in an index. */
export function described({ name, table, columns, where }: TableIndex, engine: Engine): string {
  const list = engine === 'sqlite' ? columns.replaceAll(' nulls first', '') : columns;
  return `"${name}" on "${table}" (${list})${where === undefined ? '' : ` where ${where}`}`;
}

const unique = ({ unique: isUnique }: TableIndex): string => (isUnique ? 'unique ' : '');

/**
 * `STRICT` holds SQLite to the declared types as PostgreSQL does (sqlite.org/stricttables.html). `without rowid` keeps a table
 * that is little more than its primary key in one tree.
 */
function createTable({ name, columns, key, isClustered, including }: Table, engine: Engine): string {
  const single = key.length === 1 ? key[0] : undefined;
  const lines = Object.entries(columns).map(([column, { facts }]) =>
    [
      `"${column}" ${TYPES[engine][facts.type]}`,
      ...(column === single ? [keyOf(facts, engine)] : constraintsOf(facts)),
      ...referenceOf(facts),
    ].join(' '),
  );
  if (single === undefined) {
    const carried = engine === 'postgres' && including.length > 0 ? ` include (${including.join(', ')})` : '';
    lines.push(`constraint "${name}__key" primary key (${key.join(', ')})${carried}`);
  }
  const layout = engine === 'postgres' ? '' : isClustered ? ' strict, without rowid' : ' strict';
  return `create table "${name}" (${lines.join(', ')})${layout}`;
}

/** Text is compared by code points on both engines, whatever the database's collation: instants and keysets rely on it. */
const TYPES = {
  sqlite: { id: 'integer', integer: 'integer', text: 'text', json: 'text' },
  postgres: {
    id: 'bigint generated always as identity',
    integer: 'bigint',
    text: 'text collate "C"',
    json: 'text collate "C"',
  },
} as const;

/** SQLite would let the key of a table be null that is not an integer. */
function keyOf({ type }: ColumnFacts, engine: Engine): string {
  if (type === 'id') return engine === 'sqlite' ? 'primary key autoincrement' : 'primary key';
  return 'primary key not null';
}

const constraintsOf = ({ isNullable, isUnique }: ColumnFacts): string[] => [
  ...(isNullable ? [] : ['not null']),
  ...(isUnique ? ['unique'] : []),
];

const referenceOf = ({ references }: ColumnFacts): string[] =>
  references === undefined
    ? []
    : [
        `references "${references.table}" ("${references.column}")`,
        ...(references.onDelete === undefined ? [] : [`on delete ${references.onDelete}`]),
      ];

/** What PostgreSQL's triggers call; SQLite's say it themselves. */
const functionsOf = (tables: readonly Table[]): string[] => [
  `create function note_last_word() returns trigger language plpgsql as $$
    begin
      insert into ${NOTES} (kind, key, at) values (
        tg_argv[0],
        case tg_op when 'DELETE' then to_jsonb(old) else to_jsonb(new) end ->> tg_argv[1],
        to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
      return null;
    end $$`,
  ...tables.flatMap(({ name, endsWith }) =>
    endsWith === undefined ? [] : [functionOf(`end_${name}`, removal(name, endsWith))],
  ),
  ...tables.flatMap(({ name, follows }) =>
    follows.map(({ name: end, locks = [], statements }) =>
      functionOf(`${name}_${end}`, ...locks.map((lock) => `perform ${lock};`), ...statements.map(endedIn('postgres'))),
    ),
  ),
];

const functionOf = (name: string, ...statements: readonly string[]): string =>
  `create function ${name}() returns trigger language plpgsql as $$
    begin
      ${statements.join('\n      ')}
      return null;
    end $$`;

const endedIn =
  (engine: Engine) =>
  (statement: Following['statements'][number]): string =>
    `${typeof statement === 'string' ? statement : statement[engine]};`;

function journalTrigger(table: string, { kind, key, of, unless }: Journalled, engine: Engine): string {
  const [differs, same] = engine === 'sqlite' ? ['is not', 'is'] : ['is distinct from', 'is not distinct from'];
  const isRemoval = of === 'removal';
  const changed = isRemoval ? '' : of.map((column) => `old."${column}" ${differs} new."${column}"`).join(' or ');
  const counts = unless === undefined ? '' : ` and old."${unless}" ${same} new."${unless}"`;
  const event = isRemoval ? 'delete' : `update of ${of.map((column) => `"${column}"`).join(', ')}`;
  const row = isRemoval ? 'old' : 'new';
  return trigger(engine, {
    name: `${table}__${isRemoval ? 'removed' : kind}`,
    event: `${event} on "${table}"`,
    when: isRemoval ? '' : `when ((${changed})${counts})`,
    statement: `insert into ${NOTES} (kind, key, at) values ('${kind}', cast(${row}."${key}" as text), strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));`,
    call: `note_last_word('${kind}', '${key}')`,
  });
}

const endTrigger = (name: string, ending: Ending, engine: Engine): string =>
  trigger(engine, {
    name: `${ending.parent}__ended`,
    event: `update of "${ending.isSet}" on "${ending.parent}"`,
    when: `when (old."${ending.isSet}" is null and new."${ending.isSet}" is not null)`,
    statement: removal(name, ending),
    call: `end_${name}()`,
  });

const followTrigger = (table: string, { name, after, when, statements }: Following, engine: Engine): string =>
  trigger(engine, {
    name: `${table}__${name}`,
    event: after,
    when: when === undefined ? '' : `when (${when})`,
    statement: statements.map(endedIn(engine)).join(' '),
    call: `${table}_${name}()`,
  });

const removal = (name: string, { key }: Ending): string => `delete from ${name} where ${key} = new.${key};`;

interface Trigger {
  readonly name: string;
  readonly event: string;
  readonly when: string;
  /** What it does, for SQLite. */
  readonly statement: string;
  /** The function that does it on PostgreSQL. */
  readonly call: string;
}

const trigger = (engine: Engine, { name, event, when, statement, call }: Trigger): string =>
  engine === 'sqlite'
    ? `create trigger "${name}" after ${event} ${when} begin ${statement} end`
    : `create trigger "${name}" after ${event} for each row ${when} execute function ${call}`;

const insertRow = (table: string, row: Table['rows'][number]): string =>
  `insert into "${table}" (${Object.keys(row).join(', ')}) values (${Object.values(row)
    .map((value) => (typeof value === 'number' ? value : `'${value}'`))
    .join(', ')})`;
