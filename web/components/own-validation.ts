import { type FormEvent, useState } from 'react';
import { type Say, type TextKey, useTexts } from '../i18n/texts.ts';

/** What is said at each field. */
type Problems = Readonly<Record<string, string>>;
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
    setProblems(Object.fromEntries(wrong.map((field) => [field.name, wordsFor(field, say)])));
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
  const problemOf = (name: string): string | undefined => problems[name];
  return { form: { noValidate: true, onSubmit, onInput }, problemOf, passes };
}

const isField = (element: EventTarget): element is Field =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;

const isWrong = (element: Element): element is Field =>
  isField(element) && element.name !== '' && element.willValidate && (!element.validity.valid || isTooShort(element));

/** Spaces are no text, but may be a password. */
const isMissing = ({ required, type, value, validity }: Field): boolean =>
  validity.valueMissing || (required && type !== 'password' && value.trim() === '');

/** The browser itself counts only what was typed, and spaces too. */
const isTooShort = (field: Field): boolean => isMissing(field) || field.value.trim().length < shortestOf(field);

const shortestOf = (field: Field): number =>
  field instanceof HTMLSelectElement || field.value === '' ? 0 : field.minLength;

function wordsFor(field: Field, say: Say): string {
  if (!isMissing(field) && isTooShort(field)) return say('field.too_short', { limit: shortestOf(field) });
  return say(keyFor(field));
}

function keyFor({ type, validity, autocomplete }: Field): TextKey {
  if (type === 'email') return validity.valueMissing ? 'field.missing.email' : 'field.email';
  if (autocomplete.endsWith('-password')) return 'field.missing.password';
  return autocomplete === 'one-time-code' ? 'field.missing.code' : 'field.missing';
}
