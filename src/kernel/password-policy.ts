import { isCommonPassword } from './common-passwords.ts';
import { plural } from './croatian-plural.ts';
import { canonicalEmail } from './email-address.ts';

/** What is wrong with a new password, as a stable word. */
export type PasswordWeakness = 'too_short' | 'too_long' | 'is_email' | 'common';

export const MOST_CODE_POINTS = 256;

/** Length, the owner's own address (`email` in its canonical spelling), and what everybody chooses; no rules of composition (NIST SP 800-63B-4 §3.1.1.2). */
export function passwordWeakness(password: string, email: string, fewest: number): PasswordWeakness | undefined {
  const text = password.normalize('NFC');
  const length = [...text].length;
  if (length < fewest) return 'too_short';
  if (length > MOST_CODE_POINTS) return 'too_long';
  // The address is kept in one spelling and known to its owner in another: `ana@čakovec.example`.
  if (canonicalEmail(text) === email || text.toLowerCase() === email.split('@')[0]) return 'is_email';
  return isCommonPassword(text) ? 'common' : undefined;
}

const CHARACTERS = { one: 'znak', few: 'znaka', other: 'znakova' };

const TEXTS: Readonly<Record<PasswordWeakness, (fewest: number) => string>> = {
  too_short: (fewest) =>
    `Lozinka je prekratka: potrebno je najmanje ${fewest} ${plural(fewest, CHARACTERS)}. Najlakše se pamti nekoliko riječi zaredom.`,
  too_long: () => `Lozinka je preduga: dopušteno je najviše ${MOST_CODE_POINTS} znakova.`,
  is_email: () => 'Lozinka ne smije biti Vaša e-adresa ni njezin početak. Odaberite nešto što nije povezano s Vama.',
  common: () =>
    'Ovu lozinku ili njoj sličnu koristi mnogo ljudi, pa se pogađa među prvima. Odaberite nekoliko riječi koje nisu povezane s Vama.',
};

/** What is wrong and what to do about it, for the person who chose the password. `fewest` as for `passwordWeakness`. */
export const weaknessText = (weakness: PasswordWeakness, fewest: number): string => TEXTS[weakness](fewest);
