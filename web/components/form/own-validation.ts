import { type FormEvent, useState } from 'react';
import { isAddressLike } from '../../../src/platform/words/address-input.ts';
import { type TextKey, useTexts } from '../../i18n/texts.ts';

/** What is said at a field, in whatever language the page has by then. */
interface FieldMessage {
  readonly key: TextKey;
  /** The fewest characters, where too few is what is wrong. */
  readonly limit?: number;
}

type Problems = Readonly<Record<string, FieldMessage>>;
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * What a form requires, said by us at the field: the browser's own bubbles speak its language, not the reader's, and vanish.
 * For a form with `noValidate` whose fields have names. Nothing is sent, and the first such field takes the focus.
 */
export function useOwnValidation(submit: () => void) {
  const { say } = useTexts();
  const [problems, setProblems] = useState<Problems>({});
  /** Whether these fields are as they should be. */
  const passes = (fields: Iterable<Element>): boolean => {
    const wrong = [...fields].filter(isWrong);
    setProblems(Object.fromEntries(wrong.map((field) => [field.name, messageFor(field)])));
    wrong[0]?.focus();
    return wrong.length === 0;
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (passes(event.currentTarget.elements)) submit();
  };
  /** A field being corrected is not called wrong meanwhile. */
  const onInput = ({ target }: FormEvent<HTMLFormElement>) => {
    if (!isField(target) || problems[target.name] === undefined) return;
    setProblems(Object.fromEntries(Object.entries(problems).filter(([name]) => name !== target.name)));
  };
  const problemOf = (name: string): string | undefined => {
    const told = problems[name];
    return told && say(told.key, { limit: told.limit ?? 0 });
  };
  return { form: { noValidate: true, onSubmit, onInput }, problemOf, passes };
}

const isField = (element: EventTarget): element is Field =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;

const isWrong = (element: Element): element is Field =>
  isField(element) &&
  element.name !== '' &&
  element.willValidate &&
  (!element.validity.valid || isMissing(element) || isTooShort(element) || isNoAddress(element));

/** Fields of the type `email` refuse what the service takes. */
const isAddress = ({ inputMode }: Field): boolean => inputMode === 'email';
const isNoAddress = (field: Field): boolean => isAddress(field) && textOf(field) !== '' && !isAddressLike(field.value);

/** Spaces are no text, but may be a password. */
const textOf = ({ type, value }: Field): string => (type === 'password' ? value : value.trim());

const isMissing = (field: Field): boolean => field.validity.valueMissing || (field.required && textOf(field) === '');

/** The browser itself counts only what was typed, and spaces too. */
const isTooShort = (field: Field): boolean => textOf(field).length < shortestOf(field);

const shortestOf = (field: Field): number =>
  field instanceof HTMLSelectElement || field.value === '' ? 0 : field.minLength;

const messageFor = (field: Field): FieldMessage =>
  isMissing(field) || !isTooShort(field)
    ? { key: keyFor(field) }
    : { key: 'field.too_short', limit: shortestOf(field) };

function keyFor(field: Field): TextKey {
  const { autocomplete } = field;
  if (isAddress(field)) return isMissing(field) ? 'field.missing.email' : 'field.email';
  if (autocomplete.endsWith('-password')) return 'field.missing.password';
  return autocomplete === 'one-time-code' ? 'field.missing.code' : 'field.missing';
}
