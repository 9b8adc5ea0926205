import type { Language } from '../../accounts/users/user.ts';
import { isOneOf, keysOf } from '../../platform/kernel/unchecked.ts';
import type { Wording } from '../../platform/kernel/wording.ts';

const REASONS = {
  missing: { hr: 'E-adresa nedostaje.', en: 'The e-mail address is missing.' },
  email: { hr: 'E-adresa nije ispravna.', en: 'The e-mail address is not valid.' },
  emails: {
    hr: 'U ćeliji je više e-adresa. Ostavite jednu.',
    en: 'The cell holds several addresses. Leave one of them.',
  },
  email_unseen: {
    hr: 'U e-adresi je znak koji se ne vidi. Upišite je ponovno.',
    en: 'The address holds a character that does not show. Type it anew.',
  },
  exists: {
    hr: 'Osoba s ovom e-adresom već postoji. Račun ostaje kakav jest.',
    en: 'Somebody with this address has an account already. Nothing of it was changed.',
  },
  same: {
    hr: 'Osoba već postoji i ima sve što piše u retku.',
    en: 'This person exists already and has everything that the row says.',
  },
  other_address: {
    hr: 'Osoba s ovim OIB-om već postoji, s drugom e-adresom. Adresa ostaje.',
    en: 'Somebody with this OIB exists already, with another address. They keep it.',
  },
  same_person: {
    hr: 'O istoj osobi govori i raniji redak datoteke.',
    en: 'An earlier row of the file is about the same person.',
  },
  erased: {
    hr: 'Podaci ove osobe u međuvremenu su izbrisani na njezin zahtjev.',
    en: 'The data of this person were erased meanwhile, at their request.',
  },
  duplicate_in_file: {
    hr: 'Ista e-adresa već je navedena u ranijem retku datoteke.',
    en: 'The same address stands in an earlier row of the file.',
  },
  too_long: { hr: 'Tekst je predug.', en: 'The text is too long.' },
  text_unsafe: { hr: 'Tekst sadrži nedopuštene znakove.', en: 'The text holds forbidden characters.' },
  phone: {
    hr: 'Telefonski broj smije imati samo znamenke, razmake i znakove + - ( ) / .',
    en: 'A phone number may have only digits, spaces and the characters + - ( ) / .',
  },
  oib: {
    hr: 'OIB nije ispravan: treba imati 11 znamenki, a posljednja je kontrolna.',
    en: 'The OIB is not valid: it has 11 digits, and the last one is a check digit.',
  },
  number_cut: {
    hr: 'Program za tablice skratio je broj. Oblikujte stupac kao tekst i upišite cijeli broj.',
    en: 'A spreadsheet has cut the number short. Format the column as text and type the whole number.',
  },
  role: {
    hr: 'Takve uloge nema. Poznate su: administrator, voditelj, član i gost.',
    en: 'There is no such role. Known are: administrator, manager, member and guest.',
  },
  role_not_allowed: { hr: 'Ovu ulogu ne možete dodijeliti uvozom.', en: 'You cannot grant this role by an import.' },
  language: { hr: 'Jezik može biti hr ili en.', en: 'The language may be hr or en.' },
  tenant: { hr: 'U ovaj savez ili klub ne možete uvoziti.', en: 'You cannot import into this organisation.' },
  tenant_unknown: { hr: 'Takve organizacije nema.', en: 'There is no such organisation.' },
  password_hash: {
    hr: 'Sažetak lozinke nije ispravan ili je vrste koja se ne prima.',
    en: 'The password hash is not valid, or of a kind that is not taken.',
  },
  password_cost: {
    hr: 'Provjera ovog sažetka lozinke trajala bi predugo: ima previše krugova.',
    en: 'To check this password hash would take too long: it has too many rounds.',
  },
  password_memory: {
    hr: 'Provjera ovog sažetka lozinke traži više od 128 MiB memorije.',
    en: 'To check this password hash takes more than 128 MiB of memory.',
  },
  totp: {
    hr: 'Drugi korak prijave nije prenesen: prima se samo aplikacija sa šest znamenki svakih 30 sekundi (TOTP, SHA-1).',
    en: 'The second step did not come along: only an app with six digits every 30 seconds is taken (TOTP, SHA-1).',
  },
  too_many_cells: {
    hr: 'Redak ima više ćelija nego što ima naslova.',
    en: 'The row has more cells than there are headings.',
  },
  unreadable: {
    hr: 'Redak se ne može pročitati: navodnici u njemu nisu ispravni.',
    en: 'The row cannot be read: its quotes are not right.',
  },
} as const satisfies Readonly<Record<string, Wording>>;

export type Reason = keyof typeof REASONS;

/** Why a row was rejected, for the report. */
export function textOfReason(reason: string | null, language: Language = 'hr'): string | null {
  return isOneOf(keysOf(REASONS), reason) ? REASONS[reason][language] : null;
}
