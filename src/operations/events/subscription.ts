import { defineTable, integer, json, type ParsedRowOf, text } from '../../platform/database/define-table.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { keysOf } from '../../platform/kernel/unchecked.ts';
import type { EventName } from './event-catalogue.ts';

interface FormTraits {
  /** What it gets: events of ours, or security event tokens (RFC 8417) of a stream of SSF 1.0. */
  readonly carries: 'events' | 'sets';
  /** We call an address. Otherwise a service asks. */
  readonly isCalled: boolean;
  /** Its calls are signed with a secret that both sides know. */
  readonly hasSecret: boolean;
  /** Whether a call was taken. */
  readonly accepts: (status: number) => boolean;
}

/**
 * `push`: signed calls to an address (Standard Webhooks 1.0). `pull`: a service reads them. `ssf_push`, `ssf_poll`: the two ways of
 * SSF 1.0 (RFC 8935, RFC 8936).
 */
export const formTraits = {
  push: { carries: 'events', isCalled: true, hasSecret: true, accepts: (status) => status >= 200 && status < 300 },
  pull: { carries: 'events', isCalled: false, hasSecret: false, accepts: () => false },
  // RFC 8935 §2.2: no other answer means that the token was taken.
  ssf_push: { carries: 'sets', isCalled: true, hasSecret: false, accepts: (status) => status === 202 },
  ssf_poll: { carries: 'sets', isCalled: false, hasSecret: false, accepts: () => false },
} as const satisfies Record<string, FormTraits>;

export type Form = keyof typeof formTraits;

export const FORMS = keysOf(formTraits);

export const traitsOf = ({ form }: { readonly form: Form }): FormTraits => formTraits[form];

const formsWhere = (fits: (traits: FormTraits) => boolean): string =>
  FORMS.flatMap((form) => (fits(formTraits[form]) ? `'${form}'` : [])).join(', ');

/** As SQL, for an index and the statements that are to use it: neither engine uses a partial index with bound values. */
export const IS_SENDING = `(state = 'active' or pause_notice is not null) and form in (${formsWhere(({ isCalled }) => isCalled)})`;
export const IS_STREAM = `form in (${formsWhere(({ carries }) => carries === 'sets')})`;

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
    form: text<Form>('not-personal', 'kept'),
    /** Of those that are called. */
    url: text('not-personal', 'kept').orNull(),
    /** Null: every event of the catalogue, also those that come to it later. */
    types: json<readonly EventName[]>('not-personal', 'kept').orNull(),
    /** What names and addresses are needed for; null: events carry ids alone. */
    purpose: text('not-personal', 'kept').orNull(),
    /** Sealed. Of `ssf_push`: the header `Authorization` that its receiver wants. */
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
    /** Of a stream that an administrator paused, until its receiver was told: the `jti` of the notice. */
    pause_notice: text('not-personal', 'kept').orNull(),
  },
  {
    key: 'id',
    indexes: {
      list: 'application_id, created_at, id',
      pull: { columns: 'application_id', where: "form = 'pull'", unique: true },
      stream: { columns: 'application_id', where: IS_STREAM, unique: true },
      due: { columns: 'due_at', where: IS_SENDING },
      created_by: 'created_by',
    },
    personal: { merging: { created_by: 'moves' }, parts: {} },
  },
);

export type Subscription = ParsedRowOf<typeof subscriptionsTable>;

/** Receivers that answer quickly have a line of their own, so that they never wait for those that do not. */
export const LINES = ['quick', 'slow'] as const;
export type Line = (typeof LINES)[number];
