import type { Instant } from '../../platform/kernel/clock.ts';
import type { SessionId, SignInId, UserId } from '../../platform/kernel/entity-id.ts';

/** A family of session records that began with one authentication. Ending it ends all its tokens. */
export interface SignIn {
  readonly sid: SignInId;
  readonly user_id: UserId;
  readonly started_at: Instant;
  /** Last authentication; a refresh does not count. */
  readonly authenticated_at: Instant;
  readonly refreshed_at: Instant;
  readonly expires_at: Instant;
  readonly ended_at: Instant | null;
  readonly end_reason: EndReason | null;
  readonly ip: string;
  readonly user_agent: string;
  /** How it was authenticated (RFC 8176), separated by spaces; null where no value fits. */
  readonly methods: string | null;
  /** The sign-ins that added what this one was opened or re-authenticated with, separated by spaces. */
  readonly came_of: string | null;
}

export type EndReason =
  | 'logout'
  | 'reuse'
  | 'password'
  | 'role'
  | 'suspended'
  | 'deleted'
  | 'invited'
  | 'ended'
  | 'limit'
  | 'key'
  | 'erased'
  | 'restore';

/** One issued pair of tokens, both with this `jti`. The same pair can be signed from it again. */
export interface SessionRecord {
  readonly jti: SessionId;
  readonly sid: SignInId;
  readonly kid: string;
  readonly issued_at: Instant;
  readonly access_expires_at: Instant;
  readonly refresh_expires_at: Instant;
  readonly spent_at: Instant | null;
  readonly successor_jti: SessionId | null;
}

/**
 * How somebody proved who they are (`amr`, RFC 8176): a password, a one-time code, a key they hold, user presence, two
 * factors. `pop` (OpenID Connect EAP ACR Values 1.0 §3) leaves open what keeps the key: nobody attests it, so `hwk` and `swk`
 * would be guesses.
 */
const AUTHENTICATION_METHODS = ['pwd', 'otp', 'pop', 'user', 'mfa'] as const;
export type AuthenticationMethod = (typeof AUTHENTICATION_METHODS)[number];

/** The text stored with a sign-in, each method once; null without methods. */
export const joinMethods = (methods: readonly string[]): string | null =>
  AUTHENTICATION_METHODS.filter((method) => methods.includes(method)).join(' ') || null;

export const splitMethods = (methods: string | null): readonly string[] => methods?.split(' ') ?? [];
