declare const holds: unique symbol;

/**
 * A value as JSON in a column of text: PostgreSQL's `jsonb` would reorder its members, and some of these texts are hashed or
 * compared. The type keeps any other text out of such a column, and tells what the JSON holds.
 */
export type JsonText<Value> = string & { readonly [holds]: Value };

export const toJson = <Value>(value: Value): JsonText<Value> => JSON.stringify(value) as JsonText<Value>; // made here alone

/** @throws SyntaxError where somebody else has written to the column */
export const fromJson = <Value>(text: JsonText<Value>): Value => JSON.parse(text);

type TextOf<Value> = JsonText<NonNullable<Value>> | Extract<Value, null | undefined>;
type ValueOf<Text> = Text extends JsonText<infer Value> ? Value : Text;

/** A row as its table holds it, where `Column`s are JSON. */
export type WithJson<Row, Column extends PropertyKey> = {
  [Key in keyof Row]: Key extends Column ? TextOf<Row[Key]> : Row[Key];
};

/** The row as the rest of the room knows it. */
export type WithoutJson<Row, Column extends PropertyKey> = {
  [Key in keyof Row]: Key extends Column ? ValueOf<Row[Key]> : Row[Key];
};

/** What a store does with rows of a table with such columns, of which each may be missing or null. */
export const jsonColumns = <const Column extends string>(...columns: readonly Column[]) => ({
  read: <Row extends object>(row: Row): WithoutJson<Row, Column> =>
    withColumns(row, columns, (text) => fromJson(text as JsonText<unknown>)) as WithoutJson<Row, Column>,
  write: <Row extends object>(row: Row): WithJson<Row, Column> =>
    withColumns(row, columns, toJson) as WithJson<Row, Column>,
});

/** A copy; no type can follow which of its members are converted, so the callers above say it. */
function withColumns(row: object, columns: readonly string[], convert: (value: unknown) => unknown): object {
  const copy: Record<string, unknown> = { ...row };
  for (const column of columns) {
    const value = copy[column];
    if (value !== null && value !== undefined) copy[column] = convert(value);
  }
  return copy;
}
