declare const holds: unique symbol;

/**
 * JSON in a text column: PostgreSQL's `jsonb` would reorder its members, and some of these texts are hashed or compared. The
 * type keeps other texts out of such a column, and says what the JSON contains.
 */
export type JsonText<Value> = string & { readonly [holds]: Value };

export const toJson = <Value>(value: Value): JsonText<Value> => JSON.stringify(value) as JsonText<Value>; // created only here

/** @throws SyntaxError if something else wrote to the column */
export const fromJson = <Value>(text: JsonText<Value>): Value => JSON.parse(text);

type TextOf<Value> = JsonText<NonNullable<Value>> | Extract<Value, null | undefined>;
/** What a column holds, parsed. */
export type JsonValue<Text> = Text extends JsonText<infer Value> ? Value : Text;

/** A row as stored, with its `Column`s as JSON. */
export type WithJson<Row, Column extends PropertyKey> = {
  [Key in keyof Row]: Key extends Column ? TextOf<Row[Key]> : Row[Key];
};

/** The same row as the rest of the room uses it, with parsed columns. */
export type WithoutJson<Row, Column extends PropertyKey> = {
  [Key in keyof Row]: Key extends Column ? JsonValue<Row[Key]> : Row[Key];
};

/**
 * Converts rows of a table with JSON columns. Each column may be missing or null. A row that was read is converted in place, since
 * its copy costs more than reading it.
 */
export const jsonColumns = <const Column extends string>(...columns: readonly Column[]) => ({
  read: <Row extends object>(row: Row): WithoutJson<Row, Column> =>
    withColumns(row, columns, (text) => fromJson(text as JsonText<unknown>)) as WithoutJson<Row, Column>,
  write: <Row extends object>(row: Row): WithJson<Row, Column> =>
    withColumns({ ...row }, columns, toJson) as WithJson<Row, Column>,
});

/** The same for all JSON columns of a table. */
export const jsonOf = <Columns extends Readonly<Record<string, { readonly value: unknown }>>>({
  columns,
}: DeclaredWith<Columns>) =>
  jsonColumns<JsonColumnOf<Columns>>(
    ...(Object.keys(columns).filter((name) => columns[name]?.facts.type === 'json') as JsonColumnOf<Columns>[]), // by their type
  );

interface DeclaredWith<Columns> {
  readonly columns: Columns & Readonly<Record<string, { readonly facts: { readonly type: string } }>>;
}

type JsonColumnOf<Columns extends Readonly<Record<string, { readonly value: unknown }>>> = {
  [Name in keyof Columns & string]: NonNullable<Columns[Name]['value']> extends JsonText<unknown> ? Name : never;
}[keyof Columns & string];

/** No type can express which members are converted, so the callers above cast. */
function withColumns(row: object, columns: readonly string[], convert: (value: unknown) => unknown): object {
  const members = row as Record<string, unknown>;
  for (const column of columns) {
    const value = members[column];
    if (value !== null && value !== undefined) members[column] = convert(value);
  }
  return row;
}
