import { invalidField } from '../../platform/http/request-refusal.ts';
import { normalised } from '../../platform/kernel/text.ts';
import type { ProfileDraft } from './change-profile.ts';
import { checkedLine, PERSON_FIELDS } from './person-fields.ts';
import { PERSON_FIELD_NAMES, type PersonField } from './person-form.ts';
import type { User } from './user.ts';

/** One line of normalised text. @throws InvalidRequest (422) for control characters */
export function checkedText(field: string, value: string): string {
  const checked = checkedLine(value);
  if ('fault' in checked) throw invalidField('body', field, checked.fault.code, checked.fault.text);
  return checked.value;
}

/**
 * A reason, of several lines if need be; empty when nothing of it would show. @throws InvalidRequest (422) for control characters,
 * and for what reverses the text of a sentence that tells the reason
 */
export function checkedReason(value: string): string {
  checkedText('reason', value.replaceAll(/[\t\n\r]/g, ' '));
  return normalised(value);
}

/** Every field but the address, which changes in its own ways. */
type ProfileField = Exclude<PersonField, 'email'>;
const PROFILE_FIELDS = PERSON_FIELD_NAMES.filter((field): field is ProfileField => field !== 'email');

type ProfileInput = Readonly<Partial<Pick<User, ProfileField>>> & {
  /** Another name for `telefon`. */
  readonly phone?: string;
};

/** The fields that were sent, as they are stored. @throws InvalidRequest (422) */
export function checkedProfile(sent: ProfileInput): ProfileDraft {
  const change: { -readonly [Field in ProfileField]?: User[Field] } = {};
  const take = <Field extends ProfileField>(field: Field, typed: string | undefined, sentAs?: string) => {
    if (typed !== undefined) change[field] = checkedField(field, typed, sentAs);
  };
  take('telefon', sent.phone, 'phone');
  for (const field of PROFILE_FIELDS) take(field, sent[field]);
  return change;
}

type FieldOfNew = Exclude<PersonField, 'full_name'>;
const FIELDS_OF_NEW = PERSON_FIELD_NAMES.filter((field): field is FieldOfNew => field !== 'full_name');

/** The fields of somebody new, as they are stored; the full name is made of the others. @throws InvalidRequest (422) */
export function checkedPerson(sent: Readonly<Partial<Pick<User, FieldOfNew>>>): Pick<User, FieldOfNew> {
  const person: { -readonly [Field in FieldOfNew]?: User[Field] } = {};
  const take = <Field extends FieldOfNew>(field: Field, typed: string) => {
    person[field] = checkedField(field, typed);
  };
  for (const field of FIELDS_OF_NEW) take(field, sent[field] ?? PERSON_FIELDS[field].blank);
  return person as Pick<User, FieldOfNew>; // every one of them was taken
}

/** A field as it is stored. @throws InvalidRequest (422) */
export function checkedField<Field extends PersonField>(
  field: Field,
  typed: string,
  sentAs: string = field,
): User[Field] {
  const checked = PERSON_FIELDS[field].check(typed);
  if ('fault' in checked) throw invalidField('body', sentAs, checked.fault.code, checked.fault.text);
  return checked.value;
}
