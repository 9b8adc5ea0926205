/** A multiset of keys. */
export interface Tally {
  of(key: string): number;
  add(key: string): void;
  subtract(key: string): void;
  /** The most frequent key; `undefined` when empty. */
  highest(): { readonly key: string; readonly count: number } | undefined;
}

export function tally(): Tally {
  const counts = new Map<string, number>();
  const of = (key: string) => counts.get(key) ?? 0;
  return {
    of,
    add: (key) => void counts.set(key, of(key) + 1),
    subtract: (key) => {
      if (of(key) > 1) counts.set(key, of(key) - 1);
      else counts.delete(key);
    },
    highest: () => {
      let highest: { key: string; count: number } | undefined;
      for (const [key, count] of counts) if (count > (highest?.count ?? 0)) highest = { key, count };
      return highest;
    },
  };
}
