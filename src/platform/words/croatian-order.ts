import { croatianSortKey, letterOfKey } from '../kernel/croatian-sort-key.ts';

/** Compares names as lists sort them. */
export const inCroatianOrder = (one: string, other: string): number =>
  byKey(croatianSortKey(one), croatianSortKey(other));

/** Many at once: each key is made once. */
export const sortedByName = <Item>(items: readonly Item[], nameOf: (item: Item) => string): Item[] =>
  items
    .map((item) => ({ item, key: croatianSortKey(nameOf(item)) }))
    .toSorted((one, other) => byKey(one.key, other.key))
    .map(({ item }) => item);

const byKey = (key: string, other: string): number => (key === other ? 0 : key < other ? -1 : 1);

/** The letter a name is listed under: Ø under O, Љ under Lj. Other alphabets keep theirs; `#` is no letter. */
export function letterOf(name: string): string {
  const letter = letterOfKey(croatianSortKey(name));
  return letter === '' ? '#' : letter.charAt(0).toLocaleUpperCase('hr') + letter.slice(1);
}
