import { isCommonPassword } from './common-passwords.ts';
import { plural } from './croatian-plural.ts';
import { canonicalEmail } from './email-address.ts';

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
  breached: () =>
    'Ova je lozinka procurila u javnost s neke druge usluge, pa je napadači isprobavaju. Odaberite drugu, a ovu promijenite svugdje gdje je još koristite.',
};

/** What is wrong and how to fix it, for the person choosing the password. `fewest` as in `passwordWeakness`. */
export const weaknessText = (weakness: PasswordWeakness, fewest: number): string => TEXTS[weakness](fewest);
