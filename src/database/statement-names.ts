const MOST_NAMES = 1000;
const names = new Map<string, string>();
let given = 0;

/** The name under which connections prepare a statement; `undefined` where there are too many. */
export function nameOfStatement(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MOST_NAMES) return known;
  const name = `q${given++}`;
  names.set(text, name);
  return name;
}

/**
 * PostgreSQL refuses a prepared statement whose result has other columns by now: a newer build has added one to a table that it
 * reads whole. Its message is translated, the routine is not.
 */
export const isStalePlan = (error: unknown): boolean =>
  (error as { routine?: string }).routine === 'RevalidateCachedQuery';

/** Every statement is prepared anew, on all connections: one that is stale is seldom the only one. */
export function renameStatements(stale: string, text: string): void {
  if (names.get(text) === stale) names.clear(); // else another connection has noticed before
}
