/** What was thrown, read without trusting that it is an error. */

/** The error's code: an SQLSTATE, `ENOENT`, a library's own. `undefined` without one. */
export function codeOf(thrown: unknown): string | undefined {
  if (typeof thrown !== 'object' || thrown === null || !('code' in thrown)) return undefined;
  return typeof thrown.code === 'string' ? thrown.code : undefined;
}

export const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));

export const messageOf = (thrown: unknown): string => asError(thrown).message;

/** No such file or folder. */
export const isMissingFile = (thrown: unknown): boolean => codeOf(thrown) === 'ENOENT';

/** The members of an object; none for any other value. For input whose shape is still to be checked. */
export const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** The keys of a literal record. `Object.keys` returns `string[]`, since a value may have more members than its type. */
export const keysOf = <Key extends string>(record: Readonly<Partial<Record<Key, unknown>>>): Key[] =>
  Object.keys(record) as Key[];

export const isOneOf = <const Choice>(choices: readonly Choice[], value: unknown): value is Choice =>
  choices.some((choice) => choice === value);

/** JSON from outside the database (for its columns: `json-column.ts`). The result is `unknown` until its shape is checked. */

/** @throws SyntaxError */
export const parseJson = (text: string): unknown => JSON.parse(text);

/** `undefined` when the text is not JSON. */
export function tryJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Decodes a part of a JWS (RFC 7515 §2). @throws SyntaxError */
export const parseBase64Json = (text: string): unknown => parseJson(Buffer.from(text, 'base64url').toString('utf8'));
