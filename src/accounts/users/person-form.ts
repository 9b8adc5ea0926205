/**
 * The fields of a person that they, administrators, imports and services give, in the order of answers and files: what the pages need to
 * know. Nothing is imported here, since the pages take this file as it is. What the service knows is in `person-fields.ts`, what a
 * field is called in `person-words.ts`; a field that is missing in one of them does not compile.
 */
interface FormField {
  /** `choice`: not typed. */
  readonly input: 'text' | 'email' | 'tel' | 'numeric' | 'choice';
  /** What browsers may fill in on the own page. */
  readonly autoComplete: string;
  /** Whether the page asks for it when somebody is added. */
  readonly required: boolean;
  /** What managers see of it; administrators see all. The own page says so at each field. */
  readonly toManagers: 'whole' | 'ending';
  /** Its column in the template for imports; `no` where another column says the same. */
  readonly template: { readonly hr: string; readonly en: string; readonly example: string } | 'no';
}

export const PERSON_FORM = {
  email: {
    input: 'email',
    autoComplete: 'email',
    required: true,
    toManagers: 'whole',
    template: { hr: 'email', en: 'email', example: 'ana.horvat@example.hr' },
  },
  ime: {
    input: 'text',
    autoComplete: 'given-name',
    required: true,
    toManagers: 'whole',
    template: { hr: 'ime', en: 'first_name', example: 'Ana' },
  },
  prezime: {
    input: 'text',
    autoComplete: 'family-name',
    required: true,
    toManagers: 'whole',
    template: { hr: 'prezime', en: 'last_name', example: 'Horvat' },
  },
  /** First and last name, unless somebody is called otherwise. No form asks for it. */
  full_name: { input: 'text', autoComplete: 'name', required: false, toManagers: 'whole', template: 'no' },
  telefon: {
    input: 'tel',
    autoComplete: 'tel',
    required: false,
    toManagers: 'whole',
    template: { hr: 'telefon', en: 'phone', example: '+385 91 234 5678' },
  },
  oib: {
    input: 'numeric',
    autoComplete: 'off',
    required: false,
    toManagers: 'ending',
    template: { hr: 'oib', en: 'oib', example: '' },
  },
  preferred_language: {
    input: 'choice',
    autoComplete: 'off',
    required: false,
    toManagers: 'whole',
    template: { hr: 'jezik', en: 'preferred_language', example: '' },
  },
} as const satisfies Readonly<Record<string, FormField>>;

export type PersonField = keyof typeof PERSON_FORM;

export const PERSON_FIELD_NAMES = Object.keys(PERSON_FORM) as PersonField[]; // the keys of a literal

/** Those that are typed into a form, one by one. */
export type TypedField = Exclude<PersonField, 'full_name' | 'preferred_language'>;
export const TYPED_FIELDS = PERSON_FIELD_NAMES.filter(
  (field): field is TypedField => field !== 'full_name' && field !== 'preferred_language',
);

/** All but the address, which may be taken. */
export type PlainField = Exclude<PersonField, 'email'>;
export const PLAIN_FIELDS = PERSON_FIELD_NAMES.filter((field): field is PlainField => field !== 'email');
