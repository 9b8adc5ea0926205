import type { Import } from './import.ts';
import { roleWord } from './role-words.ts';
import type { Problem } from './validate-row.ts';

/** Most distinct unknown words that are kept; with more, the column is probably not one of roles, and they are only counted. */
const MOST_WORDS = 20;

/** Counts the problems of an import, batch by batch. */
export function problemCounts({ problems, unknown_roles }: Pick<Import, 'problems' | 'unknown_roles'>) {
  const counts = new Map(problems.map((one) => [`${one.column} ${one.reason}`, one]));
  const words = new Map(unknown_roles.map((one) => [roleWord(one.word), one]));
  return {
    add: ({ column, reason, word }: Problem): void => {
      const key = `${column} ${reason}`;
      counts.set(key, { column, reason, count: (counts.get(key)?.count ?? 0) + 1 });
      if (word === undefined) return;
      const known = words.get(roleWord(word));
      if (known !== undefined || words.size < MOST_WORDS)
        words.set(roleWord(word), { word: known?.word ?? word, count: (known?.count ?? 0) + 1 });
    },
    remove: ({ column, reason, word }: Problem): void => {
      take(counts, `${column} ${reason}`);
      if (word !== undefined) take(words, roleWord(word));
    },
    totals: (): Pick<Import, 'problems' | 'unknown_roles'> => ({
      problems: mostFirst(counts),
      unknown_roles: mostFirst(words),
    }),
  };
}

function take<One extends { readonly count: number }>(counts: Map<string, One>, key: string): void {
  const known = counts.get(key);
  if (known === undefined) return;
  if (known.count > 1) counts.set(key, { ...known, count: known.count - 1 });
  else counts.delete(key);
}

const mostFirst = <One extends { readonly count: number }>(counts: ReadonlyMap<string, One>): One[] =>
  [...counts.values()].sort((one, other) => other.count - one.count);
