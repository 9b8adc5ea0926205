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
