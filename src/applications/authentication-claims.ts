import { epochOf, type Instant } from '../kernel/clock.ts';
import { splitMethods } from '../sessions/authentication-methods.ts';

/** One factor, or two: what an application may ask for and is told (`acr`). */
export const ACR = { one: 'urn:iskaznica:acr:1', two: 'urn:iskaznica:acr:2' } as const;

/**
 * How and when somebody proved who they are (RFC 8176). Nothing is claimed of a sign-in that was opened in another way, such
 * as by Google or by a link in a mail.
 */
export function authenticationOf(methods: string | null, authenticatedAt: Instant) {
  const amr = splitMethods(methods);
  return {
    ts: Math.floor(epochOf(authenticatedAt) / 1000),
    acr: amr.includes('mfa') ? ACR.two : ACR.one,
    ...(amr.length === 0 ? {} : { amr: [...amr] }),
  };
}
