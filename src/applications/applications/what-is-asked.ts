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
  return asked.scopes.filter((scope) => wasShown(consent, scope, asked.ground));
}

const wasShown = ({ scopes, oib_ground }: ApplicationConsent, scope: Scope, ground: string | null): boolean =>
  scopes.includes(scope) && (scope !== 'oib' || oib_ground === ground);

export const isAgreedTo = (consent: ApplicationConsent | undefined, asked: WhatIsAsked): boolean =>
  consent !== undefined && agreedScopes(consent, asked).length === asked.scopes.length;

/**
 * What is agreed to from now on. What was agreed to for another name, or for hosts of which this is none, was not agreed to for this
 * one: scopes and hosts together must never cover more than was shown.
 */
export function joinConsent(
  consent: ApplicationConsent | undefined,
  { name, scopes, ground, place }: Omit<WhatIsAsked, 'logo'>,
): Pick<ApplicationConsent, 'name' | 'scopes' | 'oib_ground' | 'places'> {
  const before = consent?.name === name ? consent : undefined;
  const places = before?.places ?? [];
  const isPlaceKnown = place === null || places.includes(place);
  const areScopesKnown = before !== undefined && scopes.every((scope) => wasShown(before, scope, ground));
  const kept = isPlaceKnown ? before : undefined;
  return {
    name,
    scopes: union(kept?.scopes ?? [], scopes),
    oib_ground: scopes.includes('oib') ? ground : (kept?.oib_ground ?? null),
    places: union(areScopesKnown ? places : [], place === null ? [] : [place]),
  };
}

const union = <Item>(...lists: (readonly Item[])[]): Item[] => [...new Set(lists.flat())];
