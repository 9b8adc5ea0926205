import { hasUnsafeCharacters, normalised } from '../../platform/kernel/text.ts';

const LONGEST = 120;

/** The name that a person gave a file, safe to show: without folders and direction overrides. */
export function nameOfFile(given: string): string {
  const name = normalised(given.split(/[/\\]/).at(-1) ?? '');
  return Array.from(name)
    .filter((character) => !hasUnsafeCharacters(character))
    .slice(0, LONGEST)
    .join('');
}
