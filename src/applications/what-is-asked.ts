import { hash } from 'node:crypto';
import type { Application, Scope } from './application.ts';
import type { ApplicationConsent } from './application-consents-store.ts';
import { placeOf } from './redirect-address.ts';

/** What people are told before they agree. */
export interface WhatIsAsked {
  readonly name: string;
  readonly logo: string | null;
  readonly scopes: readonly Scope[];
  /** The ground for reading the OIB, where it is asked for. */
  readonly ground: string | null;
  /** Where they go back to; a device takes them nowhere. */
  readonly place: string | null;
}

export const whatIsAsked = (
  { name, logo, oib_ground: ground }: Pick<Application, 'name' | 'logo' | 'oib_ground'>,
  scopes: readonly Scope[],
  redirectUri?: string,
): WhatIsAsked => ({
  name,
  logo,
  scopes,
  ground: scopes.includes('oib') ? ground : null,
  place: redirectUri === undefined ? null : placeOf(redirectUri),
});

/** The page sends it back with the consent, so that nobody agrees to what they were not shown. */
export const digestOfAsked = ({ name, logo, scopes, ground, place }: WhatIsAsked): string =>
  hash('sha256', JSON.stringify([name, logo, scopes, ground, place]), 'base64url');

/** The scopes that a consent covers of what is asked; none if another name, place or ground was agreed to. */
export function agreedScopes(consent: ApplicationConsent | undefined, asked: WhatIsAsked): readonly Scope[] {
  if (consent === undefined || consent.name !== asked.name) return [];
  if (asked.place !== null && consent.places?.includes(asked.place) !== true) return [];
  return asked.scopes.filter(
    (scope) => consent.scopes.includes(scope) && (scope !== 'oib' || consent.oib_ground === asked.ground),
  );
}

export const isAgreedTo = (consent: ApplicationConsent | undefined, asked: WhatIsAsked): boolean =>
  consent !== undefined && agreedScopes(consent, asked).length === asked.scopes.length;
