import { isOib } from '../../accounts/users/oib.ts';
import type { PersonField } from '../../accounts/users/person-form.ts';
import type { Language } from '../../accounts/users/user.ts';
import { canonicalEmail } from '../../platform/kernel/email-address.ts';
import { folded } from '../../platform/kernel/text.ts';
import { typedOib, typedPhone } from '../../platform/kernel/typed-text.ts';
import type { Reason } from './import-reasons.ts';

/**
 * How each field is read from a cell, which may have been through a spreadsheet, before it is checked as everywhere else
 * (`person-fields.ts`). The address and the names are read by themselves.
 */
export const CELL_READERS: Readonly<Record<Exclude<PersonField, NamingField>, (cell: string) => Read>> = {
  telefon: phoneIn,
  oib: oibIn,
  preferred_language: languageIn,
};

type NamingField = 'email' | 'ime' | 'prezime' | 'full_name';

/** What a cell holds, or why it cannot be read. */
type Read = { readonly text: string } | { readonly reason: Reason };

const LONGEST_ADDRESS_CELL = 640;
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\u2800\p{Cc}]/u;

/** The address in a cell, also as `mailto:ana@klub.hr` or `Ana <ana@klub.hr>`; `undefined` where it holds none or several. */
export function addressIn(cell: string): string | undefined {
  if (cell.length > LONGEST_ADDRESS_CELL) return undefined;
  const plain = canonicalEmail(cell);
  if (plain !== undefined || !cell.includes('@')) return plain;
  const found = addressesIn(cell);
  return found.size === 1 ? [...found].join('') : undefined;
}

/** Why a cell holds no single address. */
export function whyNoAddress(cell: string): Reason {
  if (cell.trim() === '') return 'missing';
  if (cell.length <= LONGEST_ADDRESS_CELL && addressesIn(cell).size > 1) return 'emails';
  return UNSEEN.test(cell.trim()) ? 'email_unseen' : 'email';
}

function addressesIn(cell: string): Set<string> {
  const bracketed = [...cell.matchAll(/<([^<>]*)>/g)].map(([, inside = '']) => inside);
  const parts = bracketed.length > 0 ? bracketed : cell.split(/[\s,;|]+|\/(?=\S+@)/);
  const texts = parts
    .map((part) => part.replace(/^mailto:/i, '').replace(/\?.*$/, ''))
    .filter((part) => /[\p{L}\p{N}]/u.test(part));
  const read = texts.map((part) => canonicalEmail(part.replace(/^["'([]+|["'\])., ]+$/g, '')));
  const isWhole = texts.every((part, index) => read[index] !== undefined || !part.includes('@'));
  const isPlain = bracketed.length > 0 || texts.every((_, index) => read[index] !== undefined);
  return new Set(isWhole && isPlain ? read.filter((one) => one !== undefined) : []);
}

const PHONE_WORDS = /^(?:tel|telefon|mob|mobitel|gsm)\b[.:]*\s*/i;
/** A mobile number of Croatia whose zero, or plus, a spreadsheet has taken for nothing. */
const WITHOUT_ZERO = /^9[1-9]\d{6,7}$/;
const WITHOUT_PLUS = /^385\d{8,9}$/;

function phoneIn(cell: string): Read {
  if (cell === '') return { text: '' };
  const typed = typedPhone(cell).replace(PHONE_WORDS, '');
  const whole = wholeNumber(typed);
  if (whole === undefined) return { reason: 'number_cut' };
  if (WITHOUT_PLUS.test(whole)) return { text: `+${whole}` };
  return { text: WITHOUT_ZERO.test(whole) ? `0${whole}` : whole };
}

/** An OIB; zeros that a spreadsheet took from its beginning come back where the check digit proves them. */
function oibIn(cell: string): Read {
  if (cell === '') return { text: '' };
  const whole = wholeNumber(typedOib(cell));
  if (whole === undefined) return { reason: 'number_cut' };
  const padded = whole.padStart(11, '0');
  return { text: /^\d{8,10}$/.test(whole) && isOib(padded) ? padded : whole };
}

const LANGUAGE_WORDS: Readonly<Record<string, Language>> = {
  hrvatski: 'hr',
  croatian: 'hr',
  engleski: 'en',
  english: 'en',
};

function languageIn(cell: string): Read {
  const word = folded(cell);
  return { text: LANGUAGE_WORDS[word] ?? word };
}

const SCIENTIFIC = /^(\d)(?:[.,](\d+))?e\+?(\d{1,2})$/i;

/** A text as it is, but for numbers that a spreadsheet wrote as `3,85912E+11` or `69435151530,0`; `undefined` where digits are lost. */
function wholeNumber(text: string): string | undefined {
  const [isScientific, first, decimals = '', exponent] = SCIENTIFIC.exec(text) ?? [];
  if (isScientific === undefined) return text.replace(/^(\d{8,13})[.,]0+$/, '$1');
  return decimals.length === Number(exponent) ? `${first}${decimals}` : undefined;
}
