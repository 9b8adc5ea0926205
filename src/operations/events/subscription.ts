import { defineTable, integer, json, type ParsedRowOf, text } from '../../platform/database/define-table.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import type { EventName } from './event-catalogue.ts';

/** `push`: signed calls to an address (Standard Webhooks 1.0). `pull`: a service reads them. */
export const FORMS = ['push', 'pull'] as const;

/**
 * `gone`: its address answered 410. `given_up`: it did not answer for three days. `restored`: a backup was restored, and the chain runs
 * anew from there. All but `active` wait until somebody resumes them, and have missed nothing then.
 */
export const SUBSCRIPTION_STATES = ['active', 'paused', 'gone', 'given_up', 'restored'] as const;
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number];

/** A cursor of an application over the sealed sequence of the audit log. */
export const subscriptionsTable = defineTable(
  'event_subscriptions',
  {
    id: text('not-personal', 'kept'),
    application_id: text('duplicate', 'kept').references('applications', 'id', 'cascade'),
    form: text<(typeof FORMS)[number]>('not-personal', 'kept'),
    /** Of `push` alone. */
    url: text('not-personal', 'kept').orNull(),
    /** Null: every event of the catalogue, also those that come to it later. */
    types: json<readonly EventName[]>('not-personal', 'kept').orNull(),
    /** What names and addresses are needed for; null: events carry ids alone. */
    purpose: text('not-personal', 'kept').orNull(),
    /** Sealed. */
    secret: text('secret', 'kept').orNull(),
    /** The one before, which signs beside it until `previous_until`. */
    previous_secret: text('secret', 'kept').orNull(),
    previous_until: text<Instant>('not-personal', 'kept').orNull(),
    /** It gets nothing up to this place of the chain. */
    starts_after: integer('not-personal', 'kept'),
    /** Everything up to this place was sent, or is not for it. */
    position: integer('not-personal', 'kept'),
    /** The last event that it got. */
    last_seq: integer('not-personal', 'kept'),
    state: text<SubscriptionState>('not-personal', 'kept'),
    /** Attempts without a good answer since the last one. */
    failures: integer('internal', 'kept'),
    failing_since: text<Instant>('not-personal', 'kept').orNull(),
    /** When its owner was mailed that it fails. */
    noticed_at: text<Instant>('not-personal', 'kept').orNull(),
    /** Since when it answers quickly. */
    quick_since: text<Instant>('internal', 'kept').orNull(),
    /** When it last had its turn. Whoever waits longest is next. */
    taken_at: text<Instant>('internal', 'kept'),
    due_at: text<Instant>('internal', 'kept'),
    leased_until: text<Instant>('internal', 'kept').orNull(),
    created_by: integer<UserId>('duplicate', 'emptied').orNull(),
    created_at: text<Instant>('not-personal', 'kept'),
    updated_at: text<Instant>('not-personal', 'kept'),
  },
  {
    key: 'id',
    indexes: {
      list: 'application_id, created_at, id',
      pull: { columns: 'application_id', where: "form = 'pull'", unique: true },
      due: { columns: 'due_at', where: "state = 'active' and form = 'push'" },
      created_by: 'created_by',
    },
    personal: { parts: {} },
  },
);

export type Subscription = ParsedRowOf<typeof subscriptionsTable>;

/** Receivers that answer quickly have a line of their own, so that they never wait for those that do not. */
export const LINES = ['quick', 'slow'] as const;
export type Line = (typeof LINES)[number];
