import { invalidField } from '../http/request-refusal.ts';
import { canonicalEmail } from '../kernel/email-address.ts';
import { hasUnsafeCharacters, normalised } from '../kernel/text.ts';
import { isOib } from './oib.ts';

/** One line of normalised text. @throws InvalidRequest (422) for control characters */
export function checkedText(field: string, value: string): string {
  if (hasUnsafeCharacters(value)) throw invalidField('body', field, 'text_unsafe', 'Tekst sadrži nedopuštene znakove.');
  return normalised(value);
}

/** Empty, or eleven digits with the right check digit. @throws InvalidRequest (422) */
export function checkedOib(oib: string): string {
  if (oib !== '' && !isOib(oib))
    throw invalidField('body', 'oib', 'oib', 'OIB nije ispravan: kontrolna znamenka ne odgovara.');
  return oib;
}

/** The canonical spelling. @throws InvalidRequest (422) */
export function checkedEmail(email: string): string {
  const canonical = canonicalEmail(email);
  if (canonical === undefined) throw invalidField('body', 'email', 'email', 'E-adresa nije ispravna.');
  return canonical;
}
