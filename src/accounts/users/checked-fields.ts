import { invalidField } from '../../platform/http/request-refusal.ts';
import { canonicalEmail } from '../../platform/kernel/email-address.ts';
import { hasUnsafeCharacters, normalised } from '../../platform/kernel/text.ts';
import { isPhone, typedOib, typedPhone } from '../../platform/kernel/typed-text.ts';
import { keysOf } from '../../platform/kernel/unchecked.ts';
import type { ProfileChange, ProfileDraft } from './change-profile.ts';
import { isOib } from './oib.ts';

export const LONGEST_PHONE = 40;

/** One line of normalised text. @throws InvalidRequest (422) for control characters */
export function checkedText(field: string, value: string): string {
  if (hasUnsafeCharacters(value)) throw invalidField('body', field, 'text_unsafe', 'Tekst sadrži nedopuštene znakove.');
  return normalised(value);
}

/**
 * A reason, of several lines if need be; empty when nothing of it would show. @throws InvalidRequest (422) for control characters,
 * and for what reverses the text of a sentence that tells the reason
 */
export function checkedReason(value: string): string {
  checkedText('reason', value.replaceAll(/[\t\n\r]/g, ' '));
  return normalised(value);
}

interface SentProfile extends Pick<ProfileChange, 'ime' | 'prezime' | 'full_name' | 'oib' | 'preferred_language'> {
  readonly telefon?: string;
  /** Another name for `telefon`. */
  readonly phone?: string;
}

/** The members of a profile that were sent, normalised. @throws InvalidRequest (422) */
export function checkedProfile({ ime, prezime, full_name, telefon, phone, oib, preferred_language }: SentProfile) {
  const texts = { ime, prezime, full_name };
  const change: ProfileDraft = {};
  for (const member of keysOf(texts)) {
    const text = texts[member];
    if (text !== undefined) change[member] = checkedText(member, text);
  }
  if (phone !== undefined) change.telefon = checkedPhone(phone, 'phone');
  if (telefon !== undefined) change.telefon = checkedPhone(telefon);
  if (oib !== undefined) change.oib = checkedOib(oib);
  if (preferred_language !== undefined) change.preferred_language = preferred_language;
  return change;
}

/** Digits, spaces and the signs of telephones. @throws InvalidRequest (422) */
export function checkedPhone(typed: string, field: 'telefon' | 'phone' = 'telefon'): string {
  const phone = typedPhone(typed);
  if (!isPhone(phone))
    throw invalidField('body', field, 'invalid', 'U telefonu smiju biti samo znamenke, razmaci i znakovi + - ( ) / .');
  if (phone.length > LONGEST_PHONE)
    throw invalidField('body', field, 'too_long', `Najveći broj znakova: ${LONGEST_PHONE}.`);
  return phone;
}

/** Empty, or eleven digits with the right check digit. @throws InvalidRequest (422) */
export function checkedOib(typed: string): string {
  const oib = typedOib(typed);
  if (oib !== '' && !/^\d{11}$/.test(oib)) throw invalidField('body', 'oib', 'invalid', 'OIB ima 11 znamenki.');
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
