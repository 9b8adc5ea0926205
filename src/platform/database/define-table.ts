import type { Generated } from 'kysely';
import type { TenantId, UserId } from '../kernel/entity-id.ts';
import type { Engine } from './database.ts';
import type { JsonText, JsonValue } from './json-column.ts';
import type { DataPart, Erased, Exported, PersonalColumn } from './personal-columns.ts';

/**
 * A table is declared once, in the room that owns it. From the declaration come its DDL on both engines (`create-tables.ts`), the types
 * of its rows, its indexes and triggers, and what export and erasure do with each column (`personal-rows.ts`, docs/personal-data.md).
 * Only what both engines have can be declared, and what it is called on each stands in `create-tables.ts` alone.
 *
 * A new column goes to the end, where `alter table` puts it; stores that exist get it by a step (`migrations.ts`).
 */
export interface Table<Columns extends ColumnSet = ColumnSet> {
  readonly name: string;
  readonly columns: Columns;
  /** The columns of the primary key. */
  readonly key: readonly string[];
  readonly isClustered: boolean;
  readonly indexes: readonly TableIndex[];
  readonly journal: readonly Journalled[];
  readonly endsWith: Ending | undefined;
  readonly follows: readonly Following[];
  /** Columns that the index of the key carries, where that is not the table itself. */
  readonly including: readonly string[];
  /** Rows that are there from the beginning. */
  readonly rows: readonly Readonly<Record<string, string | number>>[];
  readonly personal: PersonalRows | NobodysRows;
}

type ColumnSet = Readonly<Record<string, Column<unknown>>>;

/** `Value`: as it is stored. `Stated`: whether it says what export and erasure do with it. */
export class Column<Value, Stated extends boolean = boolean> {
  declare readonly value: Value;
  declare readonly isStated: Stated;
  readonly facts: ColumnFacts;

  constructor(facts: ColumnFacts) {
    this.facts = facts;
  }

  /** `null` until something happens, or for good. */
  orNull(): Column<Value | null, Stated> {
    return new Column({ ...this.facts, isNullable: true });
  }

  unique(): Column<Value, Stated> {
    return new Column({ ...this.facts, isUnique: true });
  }

  /** A foreign key. `cascade`: the row goes with what it refers to. */
  references(table: string, column = 'id', onDelete?: 'cascade'): Column<Value, Stated> {
    return new Column({ ...this.facts, references: { table, column, onDelete } });
  }
}

export interface ColumnFacts {
  readonly type: 'id' | 'text' | 'integer' | 'json';
  readonly personal?: PersonalColumn | undefined;
  readonly isNullable?: boolean;
  readonly isUnique?: boolean;
  readonly references?: { readonly table: string; readonly column: string; readonly onDelete: 'cascade' | undefined };
}

/** Builds a column of one type; without the two statements it fits only a table whose rows are nobody's. */
interface ColumnOf<Of> {
  <Value extends Of = Of>(): Column<Value, false>;
  <Value extends Of = Of>(exported: Exported, erased: Erased): Column<Value, true>;
}

const columnOf =
  (type: ColumnFacts['type']) =>
  (exported?: Exported, erased?: Erased): Column<never, never> =>
    new Column({ type, personal: exported && erased && { export: exported, erasure: erased } });

/** Compared by code points on both engines; instants and enumerations too. */
export const text: ColumnOf<string> = columnOf('text');
export const integer: ColumnOf<number> = columnOf('integer');

/** The engine numbers the rows. A number is never used again, even after the newest row is gone. */
export const id = columnOf('id') as {
  <Value extends number = number>(): Column<Generated<Value>, false>;
  <Value extends number = number>(exported: Exported, erased: Erased): Column<Generated<Value>, true>;
};

/** JSON in a text column; `json-column.ts` says why. */
export const json = columnOf('json') as {
  <Value>(): Column<JsonText<Value>, false>;
  <Value>(exported: Exported, erased: Erased): Column<JsonText<Value>, true>;
};

interface IndexFacts {
  /** The columns as SQL for both engines. */
  readonly columns: string;
  /** Only rows for which this holds, as SQL for both engines. */
  readonly where?: string;
  readonly unique?: true;
  /** For an index on a table that stores of a release have: it is built while others write. Never a unique one. */
  readonly late?: true;
}

/** Its name is `<table>__<name>`. */
export interface TableIndex extends IndexFacts {
  readonly name: string;
  readonly table: string;
}

/**
 * Changes of these columns, or the removal of a row, would be undone by a restored backup. A trigger notes them, so that no statement can
 * leave it out: neither one of tomorrow, nor an older build that runs beside, nor an operator's own.
 */
export interface Journalled<Name = string> {
  readonly kind: string;
  /** The column that says whose it is. */
  readonly key: Name;
  readonly of: readonly Name[] | 'removal';
  /** Not where this column changes with them. */
  readonly unless?: Name;
}

/** A trigger removes the rows when a column of another table is set, however that comes about. */
export interface Ending<Name = string> {
  /** Names the row of both tables. */
  readonly key: Name;
  readonly parent: string;
  readonly isSet: string;
}

/**
 * A trigger that keeps rows derived from other tables true, in the same transaction, whatever statement changes those: no use case can
 * forget it, nor an operator's own. Its name is `<table>__<name>`.
 */
export interface Following {
  readonly name: string;
  /** The change that it follows, such as `update of status on users`; columns as SQL for both engines. */
  readonly after: string;
  readonly when?: string;
  /** What it does, over `old` and `new`: statements for both engines, or for each. */
  readonly statements: readonly (string | Readonly<Record<Engine, string>>)[];
  /** On PostgreSQL, where others write at the same time: queries that wait for them first. */
  readonly locks?: readonly string[];
}

interface PersonalRows<Name = string> {
  /** The column that says whose a row is, where export and erasure need nothing else (`personal-rows.ts`). */
  readonly of?: Name;
  /** The order of the rows in the export as SQL, if it is not that of their key. */
  readonly order?: string;
  /** Parts of the export that the columns name: what each is for, and until when it is kept. */
  readonly parts: Readonly<Record<string, DataPart>>;
  /** What becomes of the rows when two accounts of one person are merged, for each column that names a person. */
  readonly merging?: Readonly<Record<string, Merging>>;
}

/**
 * `moves`: the row is the remaining account's from then on, unless that has one of the same key. `way in`: it belongs to the address,
 * password or factors, and goes with them. `waits`: it is of no use to the remaining account, and goes with what is left of the
 * other. `stays`: it keeps the id, as proof or because others refer to it; whoever reads about the person asks for both ids. `follows`: it is
 * derived from rows of other tables.
 */
export type Merging = 'moves' | 'way in' | 'waits' | 'stays' | 'follows';

/** The columns that name a person. A plain number would pass as any id, so it is none. */
type PeopleIn<Columns extends ColumnSet> = {
  [Name in NameOf<Columns>]: NonNullable<Columns[Name]['value']> extends infer Value extends number
    ? Value extends UserId
      ? Value extends TenantId
        ? never
        : Name
      : never
    : never;
}[NameOf<Columns>];

/** Every one of them must say so. */
type MergedRows<Columns extends ColumnSet> = [PeopleIn<Columns>] extends [never]
  ? { readonly merging?: undefined }
  : { readonly merging: { readonly [Name in PeopleIn<Columns>]: Merging } };

/** No row is a person's, and why. */
interface NobodysRows {
  readonly nobody: string;
}

interface TableFacts<Columns> {
  /** Without it the table has an `id`. */
  readonly key?: NameOf<Columns> | readonly NameOf<Columns>[];
  /** Little more than its primary key: on SQLite kept in one tree. */
  readonly clustered?: true;
  readonly including?: readonly NameOf<Columns>[];
  readonly indexes?: Readonly<Record<string, string | IndexFacts>>;
  readonly journal?: readonly Journalled<NameOf<Columns>>[];
  readonly endsWith?: Ending<NameOf<Columns>>;
  readonly follows?: readonly Following[];
  readonly rows?: Table['rows'];
}

type NameOf<Columns> = keyof Columns & string;

/** Every column of a table with rows of a person states what export and erasure do with it, or it does not compile. */
export function defineTable<const Columns extends Readonly<Record<string, Column<unknown, true>>>>(
  name: string,
  columns: Columns,
  facts: TableFacts<Columns> & { readonly personal: PersonalRows<NameOf<Columns>> & MergedRows<Columns> },
): Table<Columns>;
export function defineTable<const Columns extends Readonly<Record<string, Column<unknown, false>>>>(
  name: string,
  columns: Columns,
  facts: TableFacts<Columns> & { readonly personal: NobodysRows },
): Table<Columns>;
export function defineTable(
  name: string,
  columns: ColumnSet,
  {
    key = 'id',
    clustered,
    including = [],
    indexes = {},
    journal = [],
    endsWith,
    follows = [],
    rows = [],
    personal,
  }: AnyFacts,
): Table {
  return {
    name,
    columns,
    key: typeof key === 'string' ? [key] : key,
    isClustered: clustered ?? false,
    including,
    indexes: Object.entries(indexes).map(([end, index]) => ({
      ...(typeof index === 'string' ? { columns: index } : index),
      name: `${name}__${end}`,
      table: name,
    })),
    journal,
    endsWith,
    follows,
    rows,
    personal,
  };
}

type AnyFacts = TableFacts<Record<string, unknown>> & Pick<Table, 'personal'>;

/** The rows of a table as `Schema` has them: JSON as text, a number of its own optional when it is added. */
export type TableOf<Declared extends Table> = {
  readonly [Name in keyof Declared['columns']]: Declared['columns'][Name]['value'];
};

/** A row as it is read: JSON as text. */
export type RowOf<Declared extends Table> = {
  readonly [Name in keyof Declared['columns']]: Read<Declared['columns'][Name]['value']>;
};

/** The same, its JSON parsed (`jsonOf`). */
export type ParsedRowOf<Declared extends Table> = {
  readonly [Name in keyof Declared['columns']]: JsonValue<Read<Declared['columns'][Name]['value']>>;
};

type Read<Value> = Value extends Generated<infer Id> ? Id : Value;
