import type { AuthenticationMethod } from '../sessions/authentication-methods.ts';

/** The name of passkeys as a way to sign in and as a second factor. */
export const PASSKEY_WAY = 'passkey';

/** Proof of possession. */
export const PASSKEY_PROVES = ['pop', 'user'] as const;

/** A passkey that has verified its user, in any way, counts as both factors. */
export const provedBy = ({ isUserVerified }: { readonly isUserVerified: boolean }): readonly AuthenticationMethod[] =>
  isUserVerified ? [...PASSKEY_PROVES, 'mfa'] : PASSKEY_PROVES;
