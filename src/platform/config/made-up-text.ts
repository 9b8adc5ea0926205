/** Pairs of letters of which English and Croatian texts mostly consist. */
const USUAL_PAIRS = new Set(
  (
    'th he in er an re on at en nd ti es or te of ed is it al ar st to nt ng se ha as ou io le ve co me de hi ri ro ic ne ea ra ce li ' +
    'ch ll be ma si om ur ca el ta la ns di fo ho pe ec pr no ct us ac ot il tr ly nc et ut ss so rs un lo wa ge ie wh ee wi em ad ol ' +
    'rt po we na ul ni ts mo ow pa im mi ai sh ir su id os iv ia am fi ci vi pl ig tu ev ld ry mp fe bl ab gh ty op wo sa ay ex ke fr ' +
    'oo av ag ap gr od bo sp rd do uc bu ov rm ja je ko ka za va vo nj lj ij ak ik sv sk kl lu ub ju jo ru oj ey ck rk ki sw ss pp'
  ).split(' '),
);
const CHANCE_OF_USUAL = 0.26; // of 26 × 26 pairs
const CHANCE_WITH_LETTERS = 0.36; // where digits became a, e, i, o, s and t
const LOOKS_LIKE: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** Rows of keyboards, the alphabet and the digits, which fingers and thoughts walk along. */
const WALKS = [
  'qwertyuiop',
  'qwertzuiop',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  ...['1qaz', '2wsx', '3edc', '4rfv', '5tgb', '6yhn', '7ujm', '8ik', '9ol', '!@#$%^&*()'],
];
const STEPS = new Set(
  WALKS.flatMap((row) =>
    Array.from(row.slice(1), (end, index) => [`${row[index]}${end}`, `${end}${row[index]}`]).flat(),
  ),
);
const CHANCE_OF_STEP = 0.22; // most among hexadecimal digits

/**
 * What a much used web page gives as "encryption keys": the alphabet, digits and signs in steps of three, capital and small letters in
 * turn, from a place on. There are about a hundred.
 */
const GENERATOR_WALKS = [
  'A%D*G-KaPdSgVkYp3s6v9y$B&E)H@McQfTjWnZr4u7x!A',
  'C*F-JaNdRgUkXp2s5v8y/B?E(H+MbQeThWmZq4t7w!z%C',
  'C&F)J@NcRfUjXn2r5u8x/A?D(G+KbPeShVmYq3t6w9z$C',
];
const GENERATOR_STEPS = new Set(GENERATOR_WALKS.flatMap((walk) => pairsOf(walk)));
const CHANCE_OF_GENERATOR_STEP = 0.03; // of letters and digits

const HOME_ROW = /[asdfghjkl]/g;
const CHANCE_OF_HOME_ROW = 0.36; // of 26 letters

/** e¹⁵ is three million, and the bound is ten times too cautious. */
const IMPROBABLE = 15;
const CHANCE_OF_NO_DIGIT = 0.85; // of base64 and of letters of both cases
const ONLY_HEX = /^[0-9a-f-]+$/i;

/** Whether a person made it up: it consists of words, of walks over the keyboard or through the alphabet, or of what resting fingers hit. */
export function isMadeUp(text: string): boolean {
  if (/\s/.test(text) || /^[\d\W_]+$/.test(text)) return true;
  const small = text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  const pairs = pairsOf(small);
  const steps = pairs.filter((pair) => STEPS.has(pair) || pair[0] === pair[1]).length;
  if (improbability(steps, pairs.length, CHANCE_OF_STEP) > IMPROBABLE) return true;
  if (isGeneratorWalk(text)) return true;
  if (ONLY_HEX.test(small)) return false;
  const letters = small.replace(/[^a-z]/g, '');
  const onHomeRow = letters.match(HOME_ROW)?.length ?? 0;
  if (improbability(onHomeRow, letters.length, CHANCE_OF_HOME_ROW) > IMPROBABLE) return true;
  const fewDigits = improbability(small.replace(/\d/g, '').length, small.length, CHANCE_OF_NO_DIGIT);
  return (
    wordiness(small, CHANCE_OF_USUAL) + fewDigits > IMPROBABLE ||
    wordiness(withLetters(small), CHANCE_WITH_LETTERS) > IMPROBABLE
  );
}

function isGeneratorWalk(text: string): boolean {
  const pairs = pairsOf(text);
  const steps = pairs.filter((pair) => GENERATOR_STEPS.has(pair)).length;
  return improbability(steps, pairs.length, CHANCE_OF_GENERATOR_STEP) > IMPROBABLE;
}

function wordiness(text: string, chance: number): number {
  const pairs = pairsOf(text).filter((pair) => /^[a-z]{2}$/.test(pair));
  return improbability(pairs.filter((pair) => USUAL_PAIRS.has(pair)).length, pairs.length, chance);
}

function pairsOf(text: string): string[] {
  return Array.from(text.slice(1), (end, index) => `${text[index]}${end}`);
}

/** `p4ssw0rd` is a word. */
const withLetters = (text: string): string => text.replace(/[013457@$!]/g, (sign) => LOOKS_LIKE[sign] ?? sign);

/**
 * How improbable it is that of `all` things of probability `chance` at least `found` occur, as a lower bound of the natural logarithm
 * (Chernoff): 16 is one in nine million.
 */
function improbability(found: number, all: number, chance: number): number {
  const share = all === 0 ? 0 : found / all;
  if (share <= chance) return 0;
  const without = share === 1 ? 0 : (1 - share) * Math.log((1 - share) / (1 - chance));
  return all * (share * Math.log(share / chance) + without);
}
