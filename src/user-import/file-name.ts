import { hasUnsafeCharacters, normalised } from '../kernel/text.ts';

const LONGEST = 120;

/** What a person calls a file, as it may stand in lists: without folders and without what turns a line around. */
export function nameOfFile(given: string): string {
  const name = normalised(given.split(/[/\\]/).at(-1) ?? '');
  return Array.from(name)
    .filter((character) => !hasUnsafeCharacters(character))
    .slice(0, LONGEST)
    .join('');
}
