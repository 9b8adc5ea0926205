import type { Instant } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';

/**
 * `queued`: waiting. `sending`: leased by a node. `delivered`: accepted. `refused`: refused by the application. `failed`: no
 * response for three days.
 */
export const NOTICE_STATES = ['queued', 'sending', 'delivered', 'refused', 'failed'] as const;
export type NoticeState = (typeof NOTICE_STATES)[number];

/** A notice to an application that one of its sign-ins has ended (OpenID Connect Back-Channel Logout 1.0). */
export interface LogoutNotice {
  readonly id: number;
  readonly application_id: string;
  /** Null once the person was erased. */
  readonly user_id: UserId | null;
  /** The application's identifier of the person; empty once the notice is final. */
  readonly subject: string;
  /** The application's identifier of the sign-in. */
  readonly session_id: string;
  readonly logout_uri: string;
  readonly state: NoticeState;
  readonly attempts: number;
  readonly due_at: Instant;
  readonly leased_until: Instant | null;
  readonly created_at: Instant;
  readonly tried_at: Instant | null;
  readonly last_error: string | null;
}

/** A sign-in used at an application that wants to be notified of its end. */
export interface ApplicationSignIn {
  readonly sid: string;
  readonly application_id: string;
  readonly user_id: UserId;
  readonly subject: string;
  readonly session_id: string;
  readonly logout_uri: string;
  /** When the sign-in expires. */
  readonly expires_at: Instant;
}
