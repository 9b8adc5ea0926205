import { invalidField } from '../http/request-refusal.ts';
import { canonicalEmail } from '../kernel/email-address.ts';
import { keysOf } from '../kernel/members.ts';
import { hasUnsafeCharacters, normalised } from '../kernel/text.ts';
import type { ProfileChange, ProfileDraft } from './change-profile.ts';
import { isOib } from './oib.ts';

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
  const texts = { ime, prezime, full_name, telefon: telefon ?? phone };
  const change: ProfileDraft = {};
  for (const member of keysOf(texts)) {
    const text = texts[member];
    if (text !== undefined) change[member] = checkedText(member, text);
  }
  if (oib !== undefined) change.oib = checkedOib(oib);
  if (preferred_language !== undefined) change.preferred_language = preferred_language;
  return change;
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
