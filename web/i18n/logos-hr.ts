/** Texts of logos. */
export const texts = {
  'logo.title': 'Znak',
  'logo.help': 'JPEG, PNG ili WebP do 2 MB. Najbolje na prozirnoj ili bijeloj podlozi.',
  'logo.upload': 'Dodaj znak',
  'logo.change': 'Promijeni znak',
  'logo.remove': 'Ukloni znak',
  'logo.tooLarge': 'Slika je veća od 2 MB. Odaberite manju.',
  'logo.did': 'Znak je spremljen.',
  'logo.removed': 'Znak je uklonjen.',
  'logo.alt': 'Znak: {{name}}',
};
