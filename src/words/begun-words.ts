import { folded } from '../kernel/text.ts';

/** Whether each word typed begins a word of the text, ignoring diacritics: `odj sv` finds „Odjava svih”. */
export function beginsWords(text: string, typed: string): boolean {
  const words = wordsOf(text);
  return wordsOf(typed).every((begun) => words.some((word) => word.startsWith(begun)));
}

const wordsOf = (text: string): string[] => folded(text.trim()).split(/\s+/);
