/** Letters that Unicode does not decompose, by their base. The Icelandic and African Ð are taken for the Croatian one. */
const WITHOUT_DECOMPOSITION = {
  a: 'ⱥ',
  b: 'ƀɓƃ',
  c: 'ȼƈ',
  đ: 'ðɖ',
  d: 'ɗ',
  e: 'ɛəǝɇ',
  f: 'ƒ',
  g: 'ɠǥɣ',
  h: 'ħⱨ',
  i: 'ıɨ',
  j: 'ȷɉɟ',
  k: 'ƙĸⱪ',
  l: 'łƚɫⱡ',
  n: 'ŋɲƞ',
  o: 'øɵɔ',
  p: 'ƥ',
  r: 'ɍɽ',
  s: 'ʂȿ',
  t: 'ŧƭⱦ',
  u: 'ʉ',
  v: 'ʋ',
  y: 'ɏƴ',
  z: 'ƶȥ',
  ae: 'æ',
  oe: 'œ',
  ss: 'ß',
  th: 'þ',
  σ: 'ς',
  "'": 'ʻʼʽʾʿ',
  // A raised dot between two l, and what only softens the letter before it.
  '': '·ʹʺ',
};

/**
 * Cyrillic as Croatian spells it: exact for Serbian, as in Macedonian passports, and one spelling for letters that Russian and
 * Ukrainian pronounce differently (и, г), since a name does not tell its language.
 */
const CYRILLIC = {
  a: 'а',
  b: 'б',
  v: 'в',
  g: 'гґ',
  d: 'д',
  đ: 'ђ',
  e: 'еэ',
  ž: 'ж',
  z: 'з',
  i: 'иі',
  j: 'јй',
  k: 'к',
  l: 'л',
  lj: 'љ',
  m: 'м',
  n: 'н',
  nj: 'њ',
  o: 'о',
  p: 'п',
  r: 'р',
  s: 'с',
  t: 'т',
  ć: 'ћ',
  u: 'у',
  f: 'ф',
  h: 'х',
  c: 'ц',
  č: 'ч',
  dž: 'џ',
  š: 'ш',
  gj: 'ѓ',
  dz: 'ѕ',
  kj: 'ќ',
  šč: 'щ',
  y: 'ы',
  ju: 'ю',
  ja: 'я',
  je: 'є',
  ji: 'ї',
  '': 'ъь',
};

const LATIN: ReadonlyMap<string, string> = new Map(
  [WITHOUT_DECOMPOSITION, CYRILLIC].flatMap((table) =>
    Object.entries(table).flatMap(([latin, letters]) =>
      [...letters].map((letter): [string, string] => [letter, latin]),
    ),
  ),
);

/**
 * Lower case in Latin letters, Croatian ones as they are: full-width letters, ligatures and digraphs of one character (ﬁ, ǆ) are
 * spelled out, what has no decomposition and Cyrillic is replaced. Letters of other scripts stay.
 */
export const inLatin = (text: string): string =>
  text.normalize('NFKC').toLowerCase().normalize('NFC').replace(IGNORED, '').replace(OTHER, latinOf);

const IGNORED = /\p{Default_Ignorable_Code_Point}+/gu;
const OTHER = /\P{ASCII}/gu;

const latinOf = (letter: string): string => LATIN.get(letter) ?? LATIN.get(baseOf(letter)) ?? letter;

/** Another letter with a mark, such as ǿ. */
const baseOf = (letter: string): string => withoutMarks(letter.normalize('NFD'));

/** A decomposed text without its marks. */
export const withoutMarks = (text: string): string => text.replace(/\p{M}+/gu, '');
