import { folded } from '../../platform/kernel/text.ts';
import { typedPhone } from '../../platform/kernel/typed-text.ts';
import type { User } from './user.ts';

const LONGEST_BEGINNING = 4;
const HALF = 26;
const BITS = 2 * HALF; // JavaScript integers are exact up to 53 bits

/**
 * The first one to four letters of each word as bits of one number (a Bloom filter). A row that lacks a bit of a search word
 * has no word that begins with it; a row with all bits probably has one. An index that includes the number leaves one false
 * match in twenty, and needs no intersection with other lists.
 */
export function wordBits(words: readonly string[]): number {
  let low = 0;
  let high = 0;
  for (const word of words) {
    let hash = 0x811c9dc5; // FNV-1a
    for (let place = 0; place < word.length && place < LONGEST_BEGINNING; place++) {
      hash = Math.imul(hash ^ word.charCodeAt(place), 0x01000193);
      const bit = (hash >>> 0) % BITS;
      if (bit < HALF) low |= 1 << bit;
      else high |= 1 << (bit - HALF);
    }
  }
  return high * 2 ** HALF + low;
}

const MOST_WORDS = 40;
const LONGEST_WORD = 60;

type Described = Pick<User, 'ime' | 'prezime' | 'full_name' | 'email' | 'telefon'>;

/** The words by which a person is found, folded: from name, address and phone. */
export function wordsOf(user: Described): string[] {
  const { ime, prezime, full_name, email, telefon } = user;
  const names = `${ime} ${prezime}`;
  const words = wordsIn(folded(`${names} ${full_name === names ? '' : full_name} ${email}`));
  const phone = phoneWord(telefon);
  // A search word may be rewritten as a national number, so a word of a name that looks like one is stored in both
  // forms.
  const all = [addressWord(email), ...(phone ? [phone] : []), ...words, ...words.map(nationalNumber)];
  return withoutBeginnings([...new Set(all.map(cut))].slice(0, MOST_WORDS));
}

/** A few Arabic letters are spelled out as several words. */
const addressWord = (email: string): string => folded(email).replace(/\s+/g, '');

/** A telephone as a search word; empty without a digit. */
export const phoneWord = (telefon: string): string => nationalNumber(telefon.replace(/\D/g, ''));

/** Whether a telephone identifies somebody; shorter numbers occur anywhere and begin many others. */
export const isTellingPhone = (telefon: string): boolean => phoneWord(telefon).length >= 6;

/** Marks a part of a telephone number among the indexed words; no word begins with it. */
export const PART_MARK = '@';
export const SHORTEST_PART = 3;
const LONGEST_LISTED = 16;
/** Where the indexed parts of a number begin. Any digits from the number then begin a part, or do so after one digit. */
export const PART_PLACES = [2, 4, 6, 8, 10, 12];

/** The digits of a number that are indexed in parts. */
const phoneOf = (telefon: string): string => phoneWord(telefon).slice(0, LONGEST_LISTED);

/**
 * The parts under which a number is indexed besides itself: every second suffix, marked. Most numbers begin with a zero; for
 * others the suffix from the second digit is added.
 */
export const phoneParts = (phone: string): string[] =>
  (phone.startsWith('0') ? PART_PLACES : [1, ...PART_PLACES])
    .filter((place) => phone.length >= place + SHORTEST_PART)
    .map((place) => PART_MARK + phone.slice(place));

/** Whether a search word may be a part of a telephone number. */
export const isPhonePart = (word: string): boolean => PHONE_PART.test(word);
const PHONE_PART = /^\d{3,}$/;

/** The words to search when a part is the beginning of the number, with or without its zero. */
export const wordsOfPart = (part: string): string[] => [...new Set([nationalNumber(part), `0${part}`])];

/** The columns by which a row is found. In `words` each word follows a space, which no word contains. */
export function describedWords(user: Described): Pick<User, 'words' | 'word_bits' | 'phone_digits'> {
  const words = wordsOf(user);
  const joined = words.map((word) => ` ${word}`).join('');
  return { words: joined, word_bits: wordBits(words), phone_digits: phoneOf(user.telefon) };
}

export const listedWords = (joined: string): string[] => (joined === '' ? [] : joined.slice(1).split(' '));

/**
 * Search input as words, each of which must begin a word of the person; three digits and more may be any part of their
 * telephone number.
 */
export const searchWords = (text: string): string[] => {
  const sought = folded(text).trim();
  const number = typedPhone(text);
  const phone = /^[+\d][\d\s/().-]{4,}$/.test(number) ? [searchedNumber(number)] : undefined;
  const words = sought.includes('@') ? [sought] : wordsIn(sought);
  return withoutBeginnings((phone ?? words).slice(0, 6).map(cut));
};

/** Plain digits may be from the middle of a number; with a plus or leading zeros they are its beginning. */
const searchedNumber = (text: string): string => {
  const digits = text.replace(/\D/g, '');
  return /^(\+|00)/.test(text) ? nationalNumber(digits) : digits;
};

/** Drops words that begin another: a match of the longer one implies the shorter. */
function withoutBeginnings(words: readonly string[]): string[] {
  const sorted = [...words].sort(); // sorted, a prefix directly precedes the words it begins
  return sorted.filter((word, index) => !sorted[index + 1]?.startsWith(word));
}

const wordsIn = (fold: string): string[] => fold.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');

/** Cuts by code points, so that no character is split. Search words are cut like stored ones. */
const cut = (word: string): string => (word.length <= LONGEST_WORD ? word : [...word].slice(0, LONGEST_WORD).join(''));

/** +385 91…, 00385 91… and 091… are one number; the last form is stored and searched. */
const nationalNumber = (word: string): string => word.replace(/^(?:00)?385(?=\d*$)/, '0');
