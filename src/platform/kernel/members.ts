/** The members of an object; none for any other value. For input whose shape is still to be checked. */
export const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** The keys of a literal record. `Object.keys` returns `string[]`, since a value may have more members than its type. */
export const keysOf = <Key extends string>(record: Readonly<Partial<Record<Key, unknown>>>): Key[] =>
  Object.keys(record) as Key[];

export const isOneOf = <const Choice>(choices: readonly Choice[], value: unknown): value is Choice =>
  choices.some((choice) => choice === value);
