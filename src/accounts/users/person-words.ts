import type { Wording } from '../../platform/kernel/wording.ts';
import type { PersonField } from './person-form.ts';

/** What each field of a person is called. The catalogues of the pages take the names from here (`personLabels`). */
const LABELS: Readonly<Record<PersonField, Wording>> = {
  email: { hr: 'E-adresa', en: 'E-mail' },
  ime: { hr: 'Ime', en: 'First name' },
  prezime: { hr: 'Prezime', en: 'Last name' },
  full_name: { hr: 'Ime i prezime', en: 'Full name' },
  telefon: { hr: 'Telefon', en: 'Phone' },
  oib: { hr: 'OIB', en: 'OIB' },
  preferred_language: { hr: 'Jezik poruka', en: 'E-mail language' },
};

/** The names under the keys of an area: `users.field.telefon`. */
export const personLabels = <Prefix extends string>(prefix: Prefix) =>
  Object.fromEntries(Object.entries(LABELS).map(([field, label]) => [prefix + field, label])) as {
    readonly [Field in PersonField as `${Prefix}${Field}`]: Wording;
  }; // `fromEntries` forgets the names
