import { croatianSortKey, letterOfKey } from '../kernel/croatian-sort-key.ts';

/** Compares names as lists sort them. */
export function inCroatianOrder(one: string, other: string): number {
  const [key, otherKey] = [croatianSortKey(one), croatianSortKey(other)];
  return key === otherKey ? 0 : key < otherKey ? -1 : 1;
}

/** The letter a name is listed under: Ø under O, Љ under Lj. Other alphabets keep theirs; `#` is no letter. */
export function letterOf(name: string): string {
  const letter = letterOfKey(croatianSortKey(name));
  return letter === '' ? '#' : letter.charAt(0).toLocaleUpperCase('hr') + letter.slice(1);
}
