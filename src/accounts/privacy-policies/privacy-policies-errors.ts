import { type CodesOf, declareRefusals } from '../../platform/kernel/app-error.ts';

export const privacyPolicyErrors = declareRefusals({
  'privacy_policies.not_found': {
    status: 404,
    hr: 'Takve verzije pravila privatnosti nema.',
    en: 'There is no such version of the privacy policy.',
    when: 'No policy of that version was ever published.',
  },
  'privacy_policies.outdated': {
    status: 409,
    hr: 'U međuvremenu je objavljena novija verzija. Učitajte je pa ponovite izmjene.',
    en: 'A newer version has been published meanwhile. Copy your text, reload the page and repeat the changes.',
    onPages: 'U međuvremenu je objavljena novija verzija. Kopirajte svoj tekst, učitajte stranicu i ponovite izmjene.',
    when: 'The version that the new one replaces is not the newest of the tenant.',
  },
});

declare module '../../platform/kernel/app-error.ts' {
  interface Refusals extends CodesOf<typeof privacyPolicyErrors> {}
}
