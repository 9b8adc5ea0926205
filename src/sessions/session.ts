import type { Instant } from '../kernel/clock.ts';

/** A family of session records that began with one password (and code). Ending it ends every token of it. */
export interface SignIn {
  readonly sid: string;
  readonly user_id: number;
  readonly started_at: Instant;
  /** When the person last proved who they are; a refresh does not count. */
  readonly authenticated_at: Instant;
  readonly refreshed_at: Instant;
  readonly expires_at: Instant;
  readonly ended_at: Instant | null;
  readonly end_reason: EndReason | null;
  readonly ip: string;
  readonly user_agent: string;
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
  | 'erased';

/** One issued pair of tokens, both with this `jti`. From it the very same pair can be signed again. */
export interface SessionRecord {
  readonly jti: string;
  readonly sid: string;
  readonly kid: string;
  readonly issued_at: Instant;
  readonly access_expires_at: Instant;
  readonly refresh_expires_at: Instant;
  readonly spent_at: Instant | null;
  readonly successor_jti: string | null;
}
