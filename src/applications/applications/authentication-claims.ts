import { epochOf, type Instant } from '../../platform/kernel/clock.ts';
import { splitMethods } from '../../sign-in/sessions/authentication-methods.ts';

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
