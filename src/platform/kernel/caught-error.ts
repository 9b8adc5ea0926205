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
