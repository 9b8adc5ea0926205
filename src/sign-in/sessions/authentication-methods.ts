/**
 * How somebody proved who they are (`amr`, RFC 8176): a password, a one-time code, a key they hold, user presence, two
 * factors. `pop` (OpenID Connect EAP ACR Values 1.0 §3) leaves open what keeps the key: nobody attests it, so `hwk` and `swk`
 * would be guesses.
 */
export const AUTHENTICATION_METHODS = ['pwd', 'otp', 'pop', 'user', 'mfa'] as const;
export type AuthenticationMethod = (typeof AUTHENTICATION_METHODS)[number];

/** The text stored with a sign-in, each method once; null without methods. */
export const joinMethods = (methods: readonly string[]): string | null =>
  AUTHENTICATION_METHODS.filter((method) => methods.includes(method)).join(' ') || null;

export const splitMethods = (methods: string | null): readonly string[] => methods?.split(' ') ?? [];
