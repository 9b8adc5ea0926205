/** Words that belong to the surname after them. */
const PARTICLES: ReadonlySet<string> = new Set([
  'de',
  'da',
  'di',
  'del',
  'della',
  'van',
  'von',
  'der',
  'den',
  'la',
  'le',
]);

/**
 * Splits a full name into first name and surname. The surname is the last word with the particles before it. With a comma or semicolon, or
 * when the heading says so, the surname comes first. A single word is a first name.
 */
export function splitName(name: string, surnameFirst: boolean): { readonly ime: string; readonly prezime: string } {
  const [before = '', ...after] = name.split(/[,;]/);
  if (after.length === 1) return { ime: tidy(after[0]), prezime: tidy(before) };
  const words = tidy(name).split(' ');
  if (words.length === 1) return { ime: words.join(''), prezime: '' };
  const at = surnameFirst ? endOfSurname(words) : beginningOfSurname(words);
  const [first, second] = [words.slice(0, at).join(' '), words.slice(at).join(' ')];
  return surnameFirst ? { ime: second, prezime: first } : { ime: first, prezime: second };
}

const tidy = (text = ''): string => text.trim().replace(/\s+/g, ' ');

const isParticle = (word: string | undefined): boolean => PARTICLES.has(word?.toLowerCase() ?? '');

function beginningOfSurname(words: readonly string[]): number {
  let at = words.length - 1;
  while (at > 1 && isParticle(words[at - 1])) at -= 1;
  return at;
}

function endOfSurname(words: readonly string[]): number {
  let at = 1;
  while (at < words.length - 1 && isParticle(words[at - 1])) at += 1;
  return at;
}
