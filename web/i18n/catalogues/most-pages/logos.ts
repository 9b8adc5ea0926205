import type { Catalogue } from '../../../../src/platform/words/catalogue.ts';
/** Texts of logos. */
export const texts = {
  'logo.title': { hr: 'Znak', en: 'Logo' },
  'logo.help': {
    hr: 'JPEG, PNG ili WebP do 2 MB. Najbolje na prozirnoj ili bijeloj podlozi.',
    en: 'JPEG, PNG or WebP up to 2 MB. Best on a transparent or white background.',
  },
  'logo.upload': { hr: 'Dodaj znak', en: 'Add a logo' },
  'logo.change': { hr: 'Promijeni znak', en: 'Change the logo' },
  'logo.remove': { hr: 'Ukloni znak', en: 'Remove the logo' },
  'logo.tooLarge': {
    hr: 'Slika je veća od 2 MB. Odaberite manju.',
    en: 'The picture is larger than 2 MB. Choose a smaller one.',
  },
  'logo.did': { hr: 'Znak je spremljen.', en: 'The logo has been saved.' },
  'logo.removed': { hr: 'Znak je uklonjen.', en: 'The logo has been removed.' },
  'logo.alt': { hr: 'Znak: {{name}}', en: 'Logo: {{name}}' },
} satisfies Catalogue;
