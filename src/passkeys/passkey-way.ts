import type { AuthenticationMethod } from '../sessions/authentication-methods.ts';

/** The name of this way in, as first proof and as second factor. */
export const PASSKEY_WAY = 'passkey';

/** Whoever holds the key was there. */
export const PASSKEY_PROVES = ['pop', 'user'] as const;

/** One that has verified its user, by whatever it likes, is both factors. */
export const provedBy = ({ isUserVerified }: { readonly isUserVerified: boolean }): readonly AuthenticationMethod[] =>
  isUserVerified ? [...PASSKEY_PROVES, 'mfa'] : PASSKEY_PROVES;
