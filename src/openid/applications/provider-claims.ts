import { epochOf, type Instant } from '../../platform/kernel/clock.ts';
import { inWholeSeconds } from '../../platform/kernel/durations.ts';
import { tierOf } from '../../platform/kernel/role.ts';
import { splitMethods } from '../../sign-in/sessions/session.ts';
import type { AdmittedPerson } from './find-admitted-person.ts';

/** Which claims each scope opens (OpenID Connect Core §5.4); `membership` and `oib` are ours. */
export const CLAIMS = {
  openid: ['sub'],
  profile: ['name', 'given_name', 'family_name', 'locale', 'updated_at'],
  email: ['email', 'email_verified'],
  phone: ['phone_number', 'phone_number_verified'],
  membership: ['tenant_id', 'tenant', 'role', 'tier', 'memberships'],
  oib: ['oib', 'oib_verified'],
};

/** All claims, read anew every time; the library returns those that the scopes allow. */
export function claimsOf(person: AdmittedPerson): Record<string, unknown> {
  const membership = {
    tenant_id: person.tenant_id,
    tenant: person.tenant_name,
    role: person.role,
    tier: tierOf(person.role),
  };
  return {
    name: person.full_name,
    given_name: person.ime,
    family_name: person.prezime,
    locale: person.preferred_language,
    updated_at: inWholeSeconds(epochOf(person.updated_at)),
    email: person.email,
    email_verified: person.email_verified_at !== null,
    ...(person.telefon === '' ? {} : { phone_number: person.telefon, phone_number_verified: false }),
    ...membership,
    memberships: [membership],
    // As the person, a club or an import gave it: nobody has seen a document.
    ...(person.oib === '' ? {} : { oib: person.oib, oib_verified: false }),
  };
}

/** `acr`: one factor or two. */
export const ACR = { one: 'urn:iskaznica:acr:1', two: 'urn:iskaznica:acr:2' } as const;

/**
 * How and when somebody proved who they are (RFC 8176). Other ways to sign in, such as Google or a link in a mail, claim nothing.
 */
export function authenticationOf(methods: string | null, authenticatedAt: Instant) {
  const amr = splitMethods(methods);
  return {
    ts: Math.floor(epochOf(authenticatedAt) / 1000),
    acr: amr.includes('mfa') ? ACR.two : ACR.one,
    ...(amr.length === 0 ? {} : { amr: [...amr] }),
  };
}
