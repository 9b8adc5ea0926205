import { OUTGOING_PROBLEMS } from '../../platform/outgoing/outgoing-failure.ts';

/** The steps of a connection test, in order. */
export const CHECKS = ['discovery', 'keys', 'client'] as const;
export type Check = (typeof CHECKS)[number];

export const CHECK_PROBLEMS = [
  ...OUTGOING_PROBLEMS,
  'status',
  'unreadable',
  'issuer_differs',
  'endpoint_missing',
  'no_keys',
  'client_refused',
] as const;
export type CheckProblem = (typeof CHECK_PROBLEMS)[number];

export interface CheckOutcome {
  readonly check: Check;
  readonly ok: boolean;
  readonly problem: CheckProblem | null;
  readonly detail: string | null;
}

/** For administrators, who can fix it here or at the issuer. */
const PROBLEM_WORDS: Readonly<Record<CheckProblem, string>> = {
  address_invalid: 'Adresa mora početi s https:// i ne smije sadržavati ime ni lozinku.',
  address_private: 'Adresa vodi u privatnu mrežu. Ako je to namjera, dopušta je operater (SVC_PRIVATE_ADDRESSES).',
  host_unknown: 'Poslužitelj s tim imenom ne postoji. Provjerite je li adresa točno upisana.',
  unreachable: 'Poslužitelj ne odgovara ili odbija vezu.',
  certificate: 'Certifikat nije ispravan: istekao je, glasi na drugo ime ili ga nije izdao poznat izdavatelj.',
  timed_out: 'Odgovor nije stigao u pet sekundi.',
  redirected: 'Adresa preusmjerava drugamo. Upišite onu na koju vodi.',
  too_large: 'Odgovor je prevelik: to nije dokument kakav se očekuje.',
  status: 'Na toj adresi nema onoga što se očekuje (…/.well-known/openid-configuration i adrese koje navodi).',
  unreadable: 'Odgovor nije ispravan JSON.',
  issuer_differs: 'Izdavatelj sebe naziva drukčije. Upišite adresu točno onako kako je navodi polje „issuer”.',
  endpoint_missing: 'Izdavatelj ne navodi sve adrese koje su potrebne za prijavu.',
  no_keys: 'Izdavatelj ne objavljuje nijedan ključ kojim bismo mogli provjeriti potpis.',
  client_refused: 'Izdavatelj ne prihvaća naš identifikator (client ID) ili tajnu (client secret).',
};

export const passed = (check: Check): CheckOutcome => ({ check, ok: true, problem: null, detail: null });

export const failed = (check: Check, problem: CheckProblem): CheckOutcome => ({
  check,
  ok: false,
  problem,
  detail: PROBLEM_WORDS[problem],
});
