import type { Language } from '../../accounts/users/user.ts';
import { isOneOf, keysOf } from '../../platform/kernel/unchecked.ts';

const REASONS = {
  missing: 'E-adresa nedostaje.',
  email: 'E-adresa nije ispravna.',
  emails: 'U ćeliji je više e-adresa. Ostavite jednu.',
  email_unseen: 'U e-adresi je znak koji se ne vidi. Upišite je ponovno.',
  exists: 'Osoba s ovom e-adresom već postoji. Račun ostaje kakav jest.',
  same: 'Osoba već postoji i ima sve što piše u retku.',
  other_address: 'Osoba s ovim OIB-om već postoji, s drugom e-adresom. Adresa ostaje.',
  same_person: 'O istoj osobi govori i raniji redak datoteke.',
  erased: 'Podaci ove osobe u međuvremenu su izbrisani na njezin zahtjev.',
  duplicate_in_file: 'Ista e-adresa već je navedena u ranijem retku datoteke.',
  too_long: 'Tekst je predug.',
  text_unsafe: 'Tekst sadrži nedopuštene znakove.',
  phone: 'Telefonski broj smije imati samo znamenke, razmake i znakove + - ( ) / .',
  oib: 'OIB nije ispravan: treba imati 11 znamenki, a posljednja je kontrolna.',
  number_cut: 'Program za tablice skratio je broj. Oblikujte stupac kao tekst i upišite cijeli broj.',
  role: 'Takve uloge nema. Poznate su: administrator, voditelj, član i gost.',
  role_not_allowed: 'Ovu ulogu ne možete dodijeliti uvozom.',
  language: 'Jezik može biti hr ili en.',
  tenant: 'U ovaj savez ili klub ne možete uvoziti.',
  tenant_unknown: 'Takve organizacije nema.',
  password_hash: 'Sažetak lozinke nije ispravan ili je vrste koja se ne prima.',
  password_cost: 'Provjera ovog sažetka lozinke trajala bi predugo: ima previše krugova.',
  password_memory: 'Provjera ovog sažetka lozinke traži više od 128 MiB memorije.',
  totp: 'Drugi korak prijave nije prenesen: prima se samo aplikacija sa šest znamenki svakih 30 sekundi (TOTP, SHA-1).',
  too_many_cells: 'Redak ima više ćelija nego što ima naslova.',
  unreadable: 'Redak se ne može pročitati: navodnici u njemu nisu ispravni.',
} as const;

const IN_ENGLISH: Record<Reason, string> = {
  missing: 'The e-mail address is missing.',
  email: 'The e-mail address is not valid.',
  emails: 'The cell holds several addresses. Leave one of them.',
  email_unseen: 'The address holds a character that does not show. Type it anew.',
  exists: 'Somebody with this address has an account already. Nothing of it was changed.',
  same: 'This person exists already and has everything that the row says.',
  other_address: 'Somebody with this OIB exists already, with another address. They keep it.',
  same_person: 'An earlier row of the file is about the same person.',
  erased: 'The data of this person were erased meanwhile, at their request.',
  duplicate_in_file: 'The same address stands in an earlier row of the file.',
  too_long: 'The text is too long.',
  text_unsafe: 'The text holds forbidden characters.',
  phone: 'A phone number may have only digits, spaces and the characters + - ( ) / .',
  oib: 'The OIB is not valid: it has 11 digits, and the last one is a check digit.',
  number_cut: 'A spreadsheet has cut the number short. Format the column as text and type the whole number.',
  role: 'There is no such role. Known are: administrator, manager, member and guest.',
  role_not_allowed: 'You cannot grant this role by an import.',
  language: 'The language may be hr or en.',
  tenant: 'You cannot import into this organisation.',
  tenant_unknown: 'There is no such organisation.',
  password_hash: 'The password hash is not valid, or of a kind that is not taken.',
  password_cost: 'To check this password hash would take too long: it has too many rounds.',
  password_memory: 'To check this password hash takes more than 128 MiB of memory.',
  totp: 'The second step did not come along: only an app with six digits every 30 seconds is taken (TOTP, SHA-1).',
  too_many_cells: 'The row has more cells than there are headings.',
  unreadable: 'The row cannot be read: its quotes are not right.',
};

export type Reason = keyof typeof REASONS;

/** Why a row was rejected, for the report. */
export function textOfReason(reason: string | null, language: Language = 'hr'): string | null {
  const texts: Record<Reason, string> = language === 'en' ? IN_ENGLISH : REASONS;
  return isOneOf(keysOf(texts), reason) ? texts[reason] : null;
}
