/** One or two initials for a person without a picture. Names may contain anything; only letters and digits are used. */
export function initialsOf(name: string): string {
  const letters = name
    .trim()
    .split(/\s+/)
    .flatMap((word) => /[\p{L}\p{N}]\p{M}*/u.exec(word)?.[0] ?? []);
  return letters
    .filter((_, index) => index === 0 || index === letters.length - 1)
    .join('')
    .toLocaleUpperCase('hr');
}
