/** Whatever an object has; nothing for anything else. For values from outside, whose shape is still to be checked. */
export const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** The keys of a record written in code. TypeScript says `string[]`, since a value may have more members than its type. */
export const keysOf = <Key extends string>(record: Readonly<Partial<Record<Key, unknown>>>): Key[] =>
  Object.keys(record) as Key[];

export const isOneOf = <const Choice>(choices: readonly Choice[], value: unknown): value is Choice =>
  choices.some((choice) => choice === value);
