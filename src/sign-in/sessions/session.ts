import { defineTable, integer, type RowOf, text } from '../../platform/database/define-table.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { MembershipId, SessionId, SignInId, UserId } from '../../platform/kernel/entity-id.ts';

/** A family of session records that began with one authentication. Ending it ends all its tokens. */
export const signInsTable = defineTable(
  'sign_ins',
  {
    sid: text<SignInId>('secret', 'kept'),
    user_id: integer<UserId>('duplicate', 'kept').references('users'),
    started_at: text<Instant>('in sign_ins.started_at', 'kept'),
    /** Last authentication; a refresh does not count. */
    authenticated_at: text<Instant>('in sign_ins.authenticated_at', 'kept'),
    refreshed_at: text<Instant>('in sign_ins.last_active_at', 'kept'),
    expires_at: text<Instant>('in sign_ins.expires_at', 'kept'),
    ended_at: text<Instant>('in sign_ins.ended_at', 'kept').orNull(),
    end_reason: text<EndReason>('in sign_ins.end_reason', 'kept').orNull(),
    ip: text('in sign_ins.ip', 'emptied'),
    user_agent: text('in sign_ins.device', 'emptied'),
    /** How it was authenticated (RFC 8176), separated by spaces; null where no value fits. */
    methods: text('in sign_ins.methods', 'emptied').orNull(),
    /** The sign-ins that added what this one was opened or re-authenticated with, separated by spaces. */
    came_of: text('secret', 'emptied').orNull(),
    /** In which it acts. */
    membership_id: integer<MembershipId>('internal', 'kept').references('memberships'),
  },
  {
    key: 'sid',
    indexes: {
      live: { columns: 'user_id, sid', where: 'ended_at is null' },
      over: 'coalesce(ended_at, expires_at)',
      of_user: 'user_id',
    },
    personal: {
      merging: { user_id: 'moves' },
      parts: { sign_ins: { purpose: 'security', kept: { rule: 'sign_ins', from: 'end' } } },
    },
  },
);

export type SignIn = RowOf<typeof signInsTable>;

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
  | 'merged'
  | 'restore';

/** One issued pair of tokens, both with this `jti`. The same pair can be signed from it again. */
export const sessionRecordsTable = defineTable(
  'session_records',
  {
    jti: text<SessionId>('secret', 'kept'),
    sid: text<SignInId>('secret', 'kept').references('sign_ins', 'sid'),
    kid: text('internal', 'kept'),
    issued_at: text<Instant>('duplicate', 'kept'),
    access_expires_at: text<Instant>('duplicate', 'kept'),
    refresh_expires_at: text<Instant>('duplicate', 'kept'),
    spent_at: text<Instant>('duplicate', 'kept').orNull(),
    successor_jti: text<SessionId>('secret', 'kept').orNull(),
    /** Since when the access token is refused, because the sign-in acts in another membership. */
    access_ended_at: text<Instant>('internal', 'kept').orNull(),
  },
  {
    key: 'jti',
    indexes: {
      sid: 'sid',
    },
    personal: { parts: {} },
  },
);

export type SessionRecord = RowOf<typeof sessionRecordsTable>;

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
