import { type TUnsafe, Type } from 'typebox';
import { choice } from '../../platform/http/wire.ts';
import { canonicalEmail } from '../../platform/kernel/email-address.ts';
import { hasUnsafeCharacters, normalised } from '../../platform/kernel/text.ts';
import { isPhone, typedOib, typedPhone } from '../../platform/kernel/typed-text.ts';
import { isOneOf } from '../../platform/kernel/unchecked.ts';
import { isOib } from './oib.ts';
import { PERSON_FIELD_NAMES, PERSON_FORM, type PersonField } from './person-form.ts';
import { LANGUAGES, type Language, type User } from './user.ts';

/** Why a value is refused: `code` and `text` for whoever sent it in a request, `reason` for the report of an import. */
export interface Fault {
  readonly code: FaultCode;
  readonly text: string;
  readonly reason: FieldReason;
}
/** The pages have a text for each (`field.…`). */
export type FaultCode = 'email' | 'text_unsafe' | 'invalid' | 'too_long' | 'oib';
export type FieldReason = 'email' | 'text_unsafe' | 'phone' | 'oib' | 'language';

/** The value as it is stored, or why it is not. */
type Checked<Value> = { readonly value: Value } | { readonly fault: Fault };

interface FieldFacts<Value extends string> {
  /** What requests may send, and what answers hold. */
  readonly sent: TUnsafe<Value>;
  readonly answered: TUnsafe<Value>;
  /** Its value while nobody has said. */
  readonly blank: Value;
  /** What every door does with it: own page, administration, services, imports. */
  readonly check: (typed: string) => Checked<Value>;
  readonly inImports: ImportFacts;
  /** Its column in files of people, by the name that requests use; `no` where other columns say the same. */
  readonly inFiles: { readonly column: string; readonly hr: string; readonly en: string } | 'no';
  /** For what spreadsheets take for a number: how it is read when they keep it as text. */
  readonly digits?: (cell: string) => string;
}

interface ImportFacts {
  /** Headings, folded and without punctuation: `E-mail` is `email`. */
  readonly headings: readonly string[];
  /** For the help of the command: usual headings, and what the cells hold. */
  readonly help: readonly [headings: string, holds: string];
}

const LONGEST_PHONE = 40;
/** What people may paste around forty characters or eleven digits. */
const PASTED = 120;

const line = (maxLength: number) => Type.Unsafe<string>({ type: 'string', maxLength });
const pasted = (description: string) => Type.Unsafe<string>({ type: 'string', maxLength: PASTED, description });
const anyText = Type.Unsafe<string>({ type: 'string' });

const fault = (code: FaultCode, text: string, reason: FieldReason): { readonly fault: Fault } => ({
  fault: { code, text, reason },
});

/** One line of normalised text. */
export const checkedLine = (typed: string): Checked<string> =>
  hasUnsafeCharacters(typed)
    ? fault('text_unsafe', 'Tekst sadrži nedopuštene znakove.', 'text_unsafe')
    : { value: normalised(typed) };

/** What the service knows about each field of a person. What the pages know is in `person-form.ts`. */
export const PERSON_FIELDS: { readonly [Field in PersonField]: FieldFacts<User[Field]> } = {
  email: {
    sent: Type.Unsafe<string>({ type: 'string', minLength: 3, maxLength: 320 }),
    answered: anyText,
    blank: '',
    check: (typed) => {
      const value = canonicalEmail(typed);
      return value === undefined ? fault('email', 'E-adresa nije ispravna.', 'email') : { value };
    },
    inImports: {
      headings: [
        ...['email', 'mail', 'emailadresa', 'emailaddress', 'eadresa', 'eposta', 'adresaeposte', 'elektronickaposta'],
        'useremail',
      ],
      help: ['email, e-mail', 'the only one that must be there'],
    },
    inFiles: { column: 'email', hr: 'E-adresa', en: 'E-mail' },
  },
  ime: {
    sent: line(100),
    answered: anyText,
    blank: '',
    check: checkedLine,
    inImports: { headings: ['ime', 'firstname', 'givenname'], help: ['ime, first_name', 'first name'] },
    inFiles: { column: 'name', hr: 'Ime', en: 'First name' },
  },
  prezime: {
    sent: line(100),
    answered: anyText,
    blank: '',
    check: checkedLine,
    inImports: {
      headings: ['prezime', 'lastname', 'surname', 'familyname'],
      help: ['prezime, last_name', 'last name'],
    },
    inFiles: { column: 'surname', hr: 'Prezime', en: 'Surname' },
  },
  full_name: {
    sent: line(200),
    answered: anyText,
    blank: '',
    check: checkedLine,
    inImports: {
      headings: [
        ...['imeiprezime', 'imeprezime', 'prezimeiime', 'prezimeime', 'punoime', 'fullname', 'name', 'displayname'],
      ],
      help: ['ime i prezime, full_name', 'both in one cell; the last word is the surname'],
    },
    inFiles: 'no',
  },
  telefon: {
    sent: pasted(
      'Digits, spaces and `+ - ( ) / .`, 40 at most; other spaces and dashes are made plain, what is invisible goes',
    ),
    answered: anyText,
    blank: '',
    check: (typed) => {
      const value = typedPhone(typed);
      if (!isPhone(value))
        return fault('invalid', 'U telefonu smiju biti samo znamenke, razmaci i znakovi + - ( ) / .', 'phone');
      if (value.length > LONGEST_PHONE) return fault('too_long', `Najveći broj znakova: ${LONGEST_PHONE}.`, 'phone');
      return { value };
    },
    inImports: {
      headings: [
        ...['telefon', 'tel', 'mobitel', 'mob', 'gsm', 'kontakttelefon', 'telefonskibroj', 'telmob', 'telefonmobitel'],
        ...['telefon1', 'mobitel1', 'brojtelefona', 'brojmobitela', 'brtelefona', 'brmobitela', 'brtel', 'brmob'],
        ...['phone', 'phonenumber', 'telephone', 'mobile', 'mobilephone', 'mobilenumber', 'cell', 'cellphone'],
      ],
      help: ['telefon, mobitel, phone', 'digits, spaces and + - ( ) / .'],
    },
    inFiles: { column: 'telefon', hr: 'Telefon', en: 'Phone' },
    digits: typedPhone,
  },
  oib: {
    sent: pasted('Empty, or 11 digits with the right check digit; spaces go'),
    answered: anyText,
    blank: '',
    check: (typed) => {
      const value = typedOib(typed);
      if (value !== '' && !/^\d{11}$/.test(value)) return fault('invalid', 'OIB ima 11 znamenki.', 'oib');
      if (value !== '' && !isOib(value))
        return fault('oib', 'OIB nije ispravan: kontrolna znamenka ne odgovara.', 'oib');
      return { value };
    },
    inImports: { headings: ['oib', 'osobniidentifikacijskibroj'], help: ['oib', 'personal number of 11 digits'] },
    inFiles: { column: 'oib', hr: 'OIB', en: 'OIB' },
    digits: typedOib,
  },
  preferred_language: {
    sent: choice(LANGUAGES),
    answered: choice(LANGUAGES),
    blank: 'hr',
    check: (typed) =>
      isOneOf<Language>(LANGUAGES, typed)
        ? { value: typed }
        : fault('invalid', 'Jezik može biti hr ili en.', 'language'),
    inImports: {
      headings: ['preferredlanguage', 'language', 'jezik'],
      help: ['preferred_language, jezik', 'hr or en; hr where the cell is empty'],
    },
    inFiles: { column: 'language', hr: 'Jezik', en: 'Language' },
  },
};

const factOf = <Fact extends 'sent' | 'answered'>(fact: Fact) =>
  Object.fromEntries(PERSON_FIELD_NAMES.map((field) => [field, PERSON_FIELDS[field][fact]])) as {
    readonly [Field in PersonField]: FieldFacts<User[Field]>[Fact];
  }; // `fromEntries` forgets which value belongs to which name

export const SENT_FIELDS = factOf('sent');
export const ANSWERED_FIELDS = factOf('answered');

type Fields = { -readonly [Field in PersonField]: User[Field] };

/** The fields of somebody and nothing else, blank where nothing is said. */
export function fieldsOf(person: Readonly<Partial<Pick<User, PersonField>>>): Fields {
  const fields: Partial<Record<PersonField, string>> = {};
  for (const field of PERSON_FIELD_NAMES) fields[field] = person[field] ?? PERSON_FIELDS[field].blank;
  return fields as Fields; // each by its own name
}

/** What managers see of a value of which they do not see all. */
const endingOf = (value: string): string => value && `•••••••••${value.slice(-2)}`;

/** What somebody sees of somebody's fields who may see people, but not `people.manage`. */
export function fieldsForManagers(person: Readonly<Fields>): Fields {
  const fields: Partial<Record<PersonField, string>> = {};
  for (const field of PERSON_FIELD_NAMES)
    fields[field] = PERSON_FORM[field].toManagers === 'ending' ? endingOf(person[field]) : person[field];
  return fields as Fields; // each by its own name
}
