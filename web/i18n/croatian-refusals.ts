/**
 * What pages say of a refusal, by its code, where they know better than the service what to do. Of all others they show the text of
 * the service.
 */
export const croatianRefusals: Readonly<Record<string, string>> = {
  'error.erasure.not_found': 'Takvog zahtjeva nema.',
  'error.erasure.state': 'O zahtjevu je u međuvremenu odlučeno. Osvježite stranicu.',
  'error.google.unavailable': 'Google se trenutačno ne javlja. Prijavite se lozinkom ili pokušajte malo kasnije.',
  'error.passkey.off': 'Pristupni ključevi ovdje nisu dostupni.',
  'error.password.wrong': 'Lozinka nije ispravna.',
  'error.privacy_policies.outdated':
    'U međuvremenu je objavljena novija verzija. Kopirajte svoj tekst, učitajte stranicu i ponovite izmjene.',
  'error.request.invalid': 'Provjerite što je upisano.',
  'error.server.fault': 'Nešto je pošlo po zlu kod nas. Pokušajte ponovno.',
  'error.sheets.busy': 'Upravo se izrađuje više datoteka. Pokušajte ponovno za nekoliko sekundi.',
  'error.sheets.too_long': 'Popis je predug za Excelovu datoteku. Suzite ga filtrom ili preuzmite tablicu (CSV).',
  'error.token.invalid': 'Poveznica više ne vrijedi.',
};
