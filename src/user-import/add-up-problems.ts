import type { Import } from './import.ts';
import { roleWord } from './role-words.ts';
import type { Problem } from './validate-row.ts';

/** Further words are only counted among the problems: a column of anything else is mistaken for one of roles. */
const MOST_WORDS = 20;

/** Adds up the problems of an import, batch by batch. */
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
    told: (): Pick<Import, 'problems' | 'unknown_roles'> => ({
      problems: mostFirst(counts),
      unknown_roles: mostFirst(words),
    }),
  };
}

const mostFirst = <One extends { readonly count: number }>(counts: ReadonlyMap<string, One>): One[] =>
  [...counts.values()].sort((one, other) => other.count - one.count);
