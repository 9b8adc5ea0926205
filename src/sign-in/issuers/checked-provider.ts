import { invalidField } from '../../platform/http/request-refusal.ts';
import { canonicalEmail } from '../../platform/kernel/email-address.ts';
import { hasUnsafeCharacters, normalised } from '../../platform/kernel/text.ts';
import { isSafeAddress } from './safe-address.ts';

/** @throws InvalidRequest (422) */
export function checkedName(name: string): string {
  if (hasUnsafeCharacters(name)) throw invalidField('body', 'name', 'text_unsafe', 'Tekst sadrži nedopuštene znakove.');
  const clean = normalised(name);
  if (clean === '') throw invalidField('body', 'name', 'missing', 'Ovo je polje obavezno.');
  return clean;
}

/**
 * An issuer's identifier (OpenID Connect Discovery §3): `https` without query or fragment.
 * @throws InvalidRequest (422)
 */
export function checkedIssuer(issuer: string, permitsPrivate: boolean): string {
  const url = URL.parse(issuer);
  const isBare = url?.search === '' && url.hash === '' && url.username === '' && url.password === '';
  if (url === null || !isBare || !isSafeAddress(url, permitsPrivate) || /[?#\s]/.test(issuer))
    throw invalidField('body', 'issuer', 'issuer', 'Upišite adresu koja počinje s https://, bez upitnika i ljestvi.');
  return issuer;
}

/** Canonical and without duplicates. @throws InvalidRequest (422) */
export function checkedDomains(domains: readonly string[]): string[] {
  const canonical = domains.map((domain) => {
    const address = canonicalEmail(`x@${domain.trim().replace(/^@/, '')}`);
    if (address === undefined)
      throw invalidField('body', 'domains', 'domain', 'Upišite domene kao klub.hr, bez adresa i razmaka.');
    return address.slice(2);
  });
  return [...new Set(canonical)].sort();
}

/** Without duplicates, and with `openid`, without which there is no ID token. */
export const checkedScopes = (scopes: readonly string[]): string[] => [...new Set(['openid', ...scopes])];

/** Linking by verified addresses needs at least one domain. @throws InvalidRequest (422) */
export function requireDomains(linking: string, domains: readonly string[]): void {
  if (linking === 'verified_email' && domains.length === 0)
    throw invalidField('body', 'domains', 'missing', 'Navedite domene čijim se adresama vjeruje.');
}
