/** Why a row was not taken, as the report says it. */
export const REASONS = {
  missing: 'E-adresa nedostaje.',
  email: 'E-adresa nije ispravna.',
  exists: 'Osoba s ovom e-adresom već postoji. Ništa joj nije promijenjeno.',
  erased: 'Podaci ove osobe u međuvremenu su obrisani na njezin zahtjev.',
  duplicate_in_file: 'Ista e-adresa već je navedena u ranijem retku datoteke.',
  too_long: 'Tekst je predug.',
  text_unsafe: 'Tekst sadrži nedopuštene znakove.',
  phone: 'Telefonski broj smije imati samo znamenke, razmake i znakove + - ( ) / .',
  oib: 'OIB nije ispravan: treba imati 11 znamenaka, a posljednja je kontrolna.',
  role: 'Takve uloge nema. Dopuštene su: admin, manager, member, guest.',
  role_not_allowed: 'Ovu ulogu ne možete dodijeliti uvozom.',
  language: 'Jezik može biti hr ili en.',
  tenant: 'U ovu organizaciju ne možete uvoziti.',
  tenant_unknown: 'Takve organizacije nema.',
  password_hash: 'Sažetak lozinke nije ispravan: prima se bcrypt cijene od 4 do 15.',
  too_many_cells: 'Redak ima više ćelija nego što ima naslova.',
} as const;

export type Reason = keyof typeof REASONS;

export const textOfReason = (reason: string | null): string | null =>
  reason === null ? null : (REASONS[reason as Reason] ?? null);
