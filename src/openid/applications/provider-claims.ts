import { type TProperties, Type } from 'typebox';
import type { PersonField } from '../../accounts/users/person-form.ts';
import { epochOf, type Instant } from '../../platform/kernel/clock.ts';
import { inWholeSeconds } from '../../platform/kernel/durations.ts';
import { tierOf } from '../../platform/kernel/role.ts';
import { keysOf } from '../../platform/kernel/unchecked.ts';
import { splitMethods } from '../../sign-in/sessions/session.ts';
import type { AdmittedPerson } from './find-admitted-person.ts';

interface FieldClaim {
  readonly scope: 'profile' | 'email' | 'phone' | 'oib';
  readonly claim: string;
  /** Whether somebody has seen proof of it; `undefined`: nothing is claimed about that. */
  readonly verified?: (person: AdmittedPerson) => boolean;
  /** Not claimed while nobody has given it. */
  readonly ifGiven?: true;
}

const isUnproven = () => false; // as the person, a club or an import gave it: nobody has seen a document

/** What a field of a person is called in claims (OpenID Connect Core §5.1), or that no application gets it; `oib` is ours. */
const FIELD_CLAIMS: Readonly<Record<PersonField, FieldClaim | 'none'>> = {
  full_name: { scope: 'profile', claim: 'name' },
  ime: { scope: 'profile', claim: 'given_name' },
  prezime: { scope: 'profile', claim: 'family_name' },
  preferred_language: { scope: 'profile', claim: 'locale' },
  email: { scope: 'email', claim: 'email', verified: ({ email_verified_at }) => email_verified_at !== null },
  telefon: { scope: 'phone', claim: 'phone_number', verified: isUnproven, ifGiven: true },
  oib: { scope: 'oib', claim: 'oib', verified: isUnproven, ifGiven: true },
};

const claimsOfFields = keysOf(FIELD_CLAIMS).flatMap((field) => {
  const facts = FIELD_CLAIMS[field];
  return facts === 'none' ? [] : [{ field, ...facts }];
});

const claimsIn = (wanted: FieldClaim['scope']): string[] =>
  claimsOfFields
    .filter(({ scope }) => scope === wanted)
    .flatMap(({ claim, verified }) => (verified ? [claim, `${claim}_verified`] : [claim]));

/** Which claims each scope opens (OpenID Connect Core §5.4); `membership` and `oib` are ours. */
export const CLAIMS = {
  openid: ['sub'],
  profile: [...claimsIn('profile'), 'updated_at'],
  email: claimsIn('email'),
  phone: claimsIn('phone'),
  membership: ['tenant_id', 'tenant', 'role', 'tier', 'memberships'],
  oib: claimsIn('oib'),
};

type Held = Pick<AdmittedPerson, 'tenant_id' | 'tenant_name' | 'role'>;

const claimOf = ({ tenant_id, tenant_name: tenant, role }: Held) => ({ tenant_id, tenant, role, tier: tierOf(role) });

/**
 * All claims, read anew every time; the library returns those that the scopes allow. Of the memberships, the one in which the sign-in
 * acts is told by itself.
 */
export function claimsOf(person: AdmittedPerson, memberships: readonly Held[]): Record<string, unknown> {
  const claims: Record<string, unknown> = { updated_at: inWholeSeconds(epochOf(person.updated_at)) };
  for (const { field, claim, verified, ifGiven } of claimsOfFields) {
    if (ifGiven && person[field] === '') continue;
    claims[claim] = person[field];
    if (verified) claims[`${claim}_verified`] = verified(person);
  }
  return { ...claims, ...claimOf(person), memberships: memberships.map(claimOf) };
}

/** The schemas of the claims above. */
export const FIELD_CLAIM_SCHEMAS: TProperties = Object.fromEntries(
  claimsOfFields.flatMap(({ claim, verified }) => [
    [claim, Type.String()] as const,
    ...(verified ? [[`${claim}_verified`, Type.Boolean()] as const] : []),
  ]),
);

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
