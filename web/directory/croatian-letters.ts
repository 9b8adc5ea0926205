/** The thirty letters, in their order; a digraph is one letter. */
export const LETTERS = [
  ...(['A', 'B', 'C', 'Č', 'Ć', 'D', 'Dž', 'Đ', 'E', 'F', 'G', 'H', 'I', 'J', 'K'] as const),
  ...(['L', 'Lj', 'M', 'N', 'Nj', 'O', 'P', 'R', 'S', 'Š', 'T', 'U', 'V', 'Z', 'Ž'] as const),
] as const;

const OWN: readonly string[] = LETTERS;

/** Under which letter a name stands: its own in Croatian, the plain one of a foreign one, `#` for what is no letter. */
export function letterOf(name: string): string {
  const text = name.normalize('NFC').trim();
  const [first = ''] = /^(?:dž|lj|nj|\p{L})/iu.exec(text) ?? [];
  if (first === '') return '#';
  const letter = first.charAt(0).toLocaleUpperCase('hr') + first.slice(1).toLocaleLowerCase('hr');
  return OWN.includes(letter) ? letter : letter.normalize('NFD').replace(/\p{M}/gu, '');
}
