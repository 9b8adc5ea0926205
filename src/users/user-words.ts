import { folded } from '../kernel/text.ts';
import type { User } from './user.ts';
import { wordBits } from './word-bits.ts';

const MOST_WORDS = 40;
const LONGEST_WORD = 60;

type Described = Pick<User, 'ime' | 'prezime' | 'full_name' | 'email' | 'telefon'>;

/** The words by whose beginnings a person is found: of name, address and phone, folded. */
export function wordsOf(user: Described): string[] {
  const { ime, prezime, full_name, email, telefon } = user;
  const names = `${ime} ${prezime}`;
  const words = split(`${names} ${full_name === names ? '' : full_name} ${email}`);
  const phone = phoneWord(telefon);
  // What is looked for may have become a number at home, so a word of a name that looks like one is listed as both.
  const all = [folded(email), ...(phone ? [phone] : []), ...words, ...words.map(nationalNumber)];
  return withoutBeginnings([...new Set(all.map(cut))].slice(0, MOST_WORDS));
}

/** Under what a telephone is listed; nothing for one without a digit. */
export const phoneWord = (telefon: string): string => nationalNumber(telefon.replace(/\D/g, ''));

/** Whether a telephone tells somebody; shorter numbers stand wherever numbers do, and begin many others. */
export const isTellingPhone = (telefon: string): boolean => phoneWord(telefon).length >= 6;

/** What the row of a person says of their words: each behind a space, which no word contains. */
export function describedWords(user: Described): Pick<User, 'words' | 'word_bits'> {
  const words = wordsOf(user);
  return { words: words.map((word) => ` ${word}`).join(''), word_bits: wordBits(words) };
}

export const listedWords = (joined: string): string[] => (joined === '' ? [] : joined.slice(1).split(' '));

/** What somebody typed, as words that must all be found at the beginning of a word. */
export const searchWords = (text: string): string[] => {
  const phone = /^[+\d][\d\s/()-]{4,}$/.test(text.trim()) ? [nationalNumber(text.replace(/\D/g, ''))] : undefined;
  const words = text.includes('@') ? [folded(text.trim())] : split(text).map(nationalNumber);
  return withoutBeginnings((phone ?? words).slice(0, 6).map(cut));
};

/** None that another one begins with: whoever has the longer word is found by the shorter. */
function withoutBeginnings(words: readonly string[]): string[] {
  const sorted = [...words].sort(); // what a word begins comes right after it, and so does the same word
  return sorted.filter((word, index) => !sorted[index + 1]?.startsWith(word));
}

const split = (text: string): string[] =>
  folded(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** By characters, so that none is halved. What is looked for is cut as what is kept. */
const cut = (word: string): string => (word.length <= LONGEST_WORD ? word : [...word].slice(0, LONGEST_WORD).join(''));

/** +385 91…, 00385 91… and 091… are one number; it is kept, and looked for, as the last of these. */
const nationalNumber = (word: string): string => word.replace(/^(?:00)?385(?=\d*$)/, '0');
