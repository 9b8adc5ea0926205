import type { Instant } from '../kernel/clock.ts';
import type { UserId } from '../kernel/entity-id.ts';

/**
 * `queued` waits, `sending` is leased by a node, `delivered` was taken, `refused` was answered by the application with a no,
 * `failed` had no answer for three days.
 */
export const NOTICE_STATES = ['queued', 'sending', 'delivered', 'refused', 'failed'] as const;
export type NoticeState = (typeof NOTICE_STATES)[number];

/** An application is owed word that one of its sign-ins has ended (OpenID Connect Back-Channel Logout 1.0). */
export interface LogoutNotice {
  readonly id: number;
  readonly application_id: string;
  /** Null once the person was erased. */
  readonly user_id: UserId | null;
  /** Whom the application knows them as; empty once nothing is sent any more. */
  readonly subject: string;
  /** What it knows the sign-in as. */
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

/** A sign-in has entered an application that wants to know when it ends. */
export interface ApplicationSignIn {
  readonly sid: string;
  readonly application_id: string;
  readonly user_id: UserId;
  readonly subject: string;
  readonly session_id: string;
  readonly logout_uri: string;
  /** Of the sign-in. */
  readonly expires_at: Instant;
}
