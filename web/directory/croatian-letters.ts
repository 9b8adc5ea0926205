/** The thirty letters in order; a digraph is one letter. */
export const LETTERS: readonly string[] = 'A B C Č Ć D Dž Đ E F G H I J K L Lj M N Nj O P R S Š T U V Z Ž'.split(' ');

/** The letter a name is listed under: itself if Croatian, the base letter if foreign, `#` if not a letter. */
export function letterOf(name: string): string {
  const text = name.normalize('NFC').trim();
  const [first = ''] = /^(?:dž|lj|nj|\p{L})/iu.exec(text) ?? [];
  if (first === '') return '#';
  const letter = first.charAt(0).toLocaleUpperCase('hr') + first.slice(1).toLocaleLowerCase('hr');
  return LETTERS.includes(letter) ? letter : letter.normalize('NFD').replace(/\p{M}/gu, '');
}
