import { folded } from '../kernel/text.ts';

/** Whether each word typed begins a word of the text, ignoring diacritics: `odj sv` finds „Odjava svih”. */
export function beginsWords(text: string, typed: string): boolean {
  const words = wordsOf(text);
  return wordsOf(typed).every((begun) => words.some((word) => word.startsWith(begun)));
}

/** Whether a text contains what was typed, ignoring diacritics. */
export const contains = (text: string, typed: string): boolean => folded(text).includes(folded(typed));

/** Whether somebody typed a text, ignoring case, diacritics and spaces: `odegard` is Ødegård, hard to type elsewhere. */
export const isSameText = (text: string, typed: string): boolean =>
  wordsOf(text).join(' ') === wordsOf(typed).join(' ');

const wordsOf = (text: string): string[] => folded(text.trim()).split(/\s+/);
