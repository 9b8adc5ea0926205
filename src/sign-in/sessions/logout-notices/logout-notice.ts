import { defineTable, id, integer, type RowOf, text } from '../../../platform/database/define-table.ts';
import type { Instant } from '../../../platform/kernel/clock.ts';
import type { UserId } from '../../../platform/kernel/entity-id.ts';

/**
 * `queued`: waiting. `sending`: leased by a node. `delivered`: accepted. `refused`: refused by the application. `failed`: no
 * response for three days.
 */
export const NOTICE_STATES = ['queued', 'sending', 'delivered', 'refused', 'failed'] as const;
export type NoticeState = (typeof NOTICE_STATES)[number];

/** A notice to an application that one of its sign-ins has ended (OpenID Connect Back-Channel Logout 1.0). */
export const logoutNoticesTable = defineTable(
  'logout_notices',
  {
    id: id('internal', 'kept'),
    application_id: text('in application_logouts.application_id', 'kept'),
    /** Null once the person was erased. */
    user_id: integer<UserId>('duplicate', 'emptied').orNull(),
    /** The application's identifier of the person; empty once the notice is final. */
    subject: text('secret', 'kept'),
    /** The application's identifier of the sign-in. */
    session_id: text('secret', 'kept'),
    logout_uri: text('not-personal', 'kept'),
    state: text<NoticeState>('in application_logouts.state', 'kept'),
    attempts: integer('internal', 'kept'),
    due_at: text<Instant>('internal', 'kept'),
    leased_until: text<Instant>('internal', 'kept').orNull(),
    created_at: text<Instant>('in application_logouts.created_at', 'kept'),
    tried_at: text<Instant>('in application_logouts.tried_at', 'kept').orNull(),
    last_error: text('not-personal', 'kept').orNull(),
  },
  {
    indexes: {
      due: { columns: 'due_at, id', where: "state in ('queued', 'sending')" },
      application: 'application_id, id',
      user_id: 'user_id',
      created_at: 'created_at',
      of_application_due: { columns: 'application_id, due_at, id', where: "state in ('queued', 'sending')" },
      under_way: { columns: 'application_id, leased_until', where: 'leased_until is not null' },
    },
    personal: {
      merging: { user_id: 'stays' },
      parts: { application_logouts: { purpose: 'applications', kept: { rule: 'logout_notices', from: 'made' } } },
    },
  },
);

export type LogoutNotice = RowOf<typeof logoutNoticesTable>;

/** A sign-in used at an application that wants to be notified of its end. */
export const applicationSignInsTable = defineTable(
  'application_sign_ins',
  {
    sid: text('secret', 'removed'),
    application_id: text('internal', 'removed'),
    user_id: integer<UserId>('duplicate', 'removed'),
    subject: text('secret', 'removed'),
    session_id: text('secret', 'removed'),
    logout_uri: text('not-personal', 'removed'),
    /** When the sign-in expires. */
    expires_at: text<Instant>('duplicate', 'removed'),
  },
  {
    key: ['sid', 'application_id'],
    clustered: true,
    indexes: {
      application_id: 'application_id',
      user_id: 'user_id',
      expires_at: 'expires_at',
    },
    personal: { merging: { user_id: 'waits' }, parts: {} },
  },
);

export type ApplicationSignIn = RowOf<typeof applicationSignInsTable>;
