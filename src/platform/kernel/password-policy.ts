import { readFileSync } from 'node:fs';
import { plural } from './croatian-plural.ts';
import { canonicalEmail } from './email-address.ts';
import { memoise } from './memoise.ts';
import { folded } from './text.ts';

/** Years, birthdays, digit runs and a mark: what people append to a word to satisfy old rules. */
const TAIL = /(\d{1,4}|12345|123456|1234567|12345678|123456789)?[!?.*]{0,2}$/;

/**
 * Whether many people choose this password, ignoring case and diacritics: it is listed, or a Croatian name, club, place
 * or plain word with at most a year or the like appended (`Hajduk1950!`).
 */
export function isOfMostPassword(password: string): boolean {
  const word = folded(password);
  if (word.includes('\n')) return false; // it would match across lines of the list
  return listed().includes(`\n${word}\n`) || croatianWords().has(word.replace(TAIL, ''));
}

/**
 * Kept as one Latin-1 text: searching it takes 0.06 ms where a hash takes 250, and its 180 KB are less than a set of 19,000
 * strings would need. Loaded on first use.
 */
const listed = memoise(() => `\n${read('common-passwords.txt')}`);

const croatianWords = memoise(() => new Set(withoutRemarks(read('common-passwords-croatian.txt')).split(/\s+/)));

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

const withoutRemarks = (text: string): string => text.replace(/^#.*$/gm, '').trim();

/** What is wrong with a new password, as a stable code. */
export type PasswordWeakness = 'too_short' | 'too_long' | 'is_email' | 'common' | 'breached';

export const MOST_CODE_POINTS = 256;

/**
 * Checks length, the owner's own address (`email` in canonical form) and common choices; no composition rules (NIST SP
 * 800-63B-4 §3.1.1.2). Never returns `breached`, which needs the operator's list.
 */
export function passwordWeakness(password: string, email: string, fewest: number): PasswordWeakness | undefined {
  const text = password.normalize('NFC');
  const length = [...text].length;
  if (length < fewest) return 'too_short';
  if (length > MOST_CODE_POINTS) return 'too_long';
  // The stored spelling may differ from the owner's: `ana@čakovec.example`.
  if (canonicalEmail(text) === email || text.toLowerCase() === email.split('@')[0]) return 'is_email';
  return isOfMostPassword(text) ? 'common' : undefined;
}

const CHARACTERS = { one: 'znak', few: 'znaka', other: 'znakova' };

const TEXTS: Readonly<Record<PasswordWeakness, (fewest: number) => string>> = {
  too_short: (fewest) =>
    `Lozinka je prekratka: potrebno je najmanje ${fewest} ${plural(fewest, CHARACTERS)}. Najlakše se pamti nekoliko riječi zaredom.`,
  too_long: () => `Lozinka je preduga: dopušteno je najviše ${MOST_CODE_POINTS} znakova.`,
  is_email: () => 'Lozinka ne smije biti Vaša e-adresa ni njezin početak. Odaberite nešto što nije povezano s Vama.',
  common: () =>
    'Ovu lozinku ili njoj sličnu koristi mnogo ljudi, pa se pogađa među prvima. Odaberite nekoliko riječi koje nisu povezane s Vama.',
  breached: () =>
    'Ova je lozinka procurila u javnost s neke druge usluge, pa je napadači isprobavaju. Odaberite drugu, a ovu promijenite svugdje gdje je još koristite.',
};

/** What is wrong and how to fix it, for the person choosing the password. `fewest` as in `passwordWeakness`. */
export const weaknessText = (weakness: PasswordWeakness, fewest: number): string => TEXTS[weakness](fewest);
