import type { SheetLanguage } from '../../platform/sheets/sheet.ts';

type Words = Readonly<Record<SheetLanguage, string>>;

/** Why an act was refused or not undone, by the code of the refusal. */
const REASONS: Readonly<Record<string, Words>> = {
  'users.self': { hr: 'Ovo ste vi.', en: 'This is yourself.' },
  'users.tier': { hr: 'Vaša uloga to ne dopušta.', en: 'Your role does not allow it.' },
  'users.not_found': {
    hr: 'Račun je u međuvremenu obrisan ili premješten.',
    en: 'The account was deleted or moved meanwhile.',
  },
  'users.state': { hr: 'Račun je već u tom stanju.', en: 'The account is in that state already.' },
  'users.last_superadmin': {
    hr: 'Ovo je posljednji glavni administrator.',
    en: 'This is the last head administrator.',
  },
  'token.too_many': {
    hr: 'Osoba je u posljednjih sat vremena već dobila dvadeset poveznica.',
    en: 'This person has received twenty links within the last hour.',
  },
  'reauth.required': {
    hr: 'Za ovu osobu prije radnje treba potvrditi lozinku.',
    en: 'This person takes a recent sign-in.',
  },
};

const OTHER: Words = { hr: 'Nije moguće.', en: 'Not possible.' };
const CHANGED: Words = { hr: 'Od tada se promijenilo.', en: 'Has changed since.' };

interface Told {
  readonly outcome: string;
  readonly code: string | null;
}

/** The reason in words; empty when the act succeeded. */
export function bulkReason({ outcome, code }: Told, language: SheetLanguage): string {
  if (code !== null) return (REASONS[code] ?? OTHER)[language];
  return outcome === 'kept' ? CHANGED[language] : '';
}
