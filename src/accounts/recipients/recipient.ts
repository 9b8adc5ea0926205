import { defineTable, integer, type RowOf, text } from '../../platform/database/define-table.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { TenantId, UserId } from '../../platform/kernel/entity-id.ts';

/** `application`: its id is the application's. `outside`: an administrator entered it; it is told by people. */
export const RECIPIENT_KINDS = ['application', 'outside'] as const;
export type RecipientKind = (typeof RECIPIENT_KINDS)[number];

/** How a recipient came to a person's data: signed in to, sent by a subscription with a purpose, given by hand. */
export const RECEIVED_BY = ['sign_in', 'subscription', 'export'] as const;
export type ReceivedBy = (typeof RECEIVED_BY)[number];

/**
 * Somebody who was given data of people of a tenant (GDPR art. 4(9)). It outlives the application: that an application was removed here
 * erases nothing there.
 */
export const recipientsTable = defineTable(
  'recipients',
  {
    id: text('internal', 'kept'),
    kind: text<RecipientKind>('not-personal', 'kept'),
    /** Whose administrators manage it; null: of all tenants. */
    tenant_id: integer<TenantId>('not-personal', 'kept').references('tenants').orNull(),
    name: text('in recipients.name', 'kept'),
    /** Orders that could not be handed over since the last one that could. */
    failures: integer('internal', 'kept'),
    /** The last answer that was none of 2xx, or the code of a problem. */
    problem: text('not-personal', 'kept').orNull(),
    /** When it last had its turn. Whoever waits longest is next. */
    taken_at: text<Instant>('internal', 'kept'),
    due_at: text<Instant>('internal', 'kept'),
    leased_until: text<Instant>('internal', 'kept').orNull(),
    created_by: integer<UserId>('duplicate', 'emptied').orNull(),
    created_at: text<Instant>('not-personal', 'kept'),
  },
  {
    key: 'id',
    indexes: {
      list: 'tenant_id, created_at, id',
      created_by: 'created_by',
    },
    personal: { merging: { created_by: 'moves' }, parts: {} },
  },
);

export type Recipient = RowOf<typeof recipientsTable>;

/** Who has a person's data, and since when. */
export const personRecipientsTable = defineTable(
  'person_recipients',
  {
    user_id: integer<UserId>('duplicate', 'removed'),
    recipient_id: text('internal', 'removed').references('recipients'),
    /** How it first received them. */
    received_by: text<ReceivedBy>('in recipients.received_by', 'removed'),
    since: text<Instant>('in recipients.since', 'removed'),
  },
  {
    key: ['user_id', 'recipient_id'],
    clustered: true,
    indexes: { recipient: 'recipient_id, since, user_id' },
    personal: { merging: { user_id: 'stays' }, parts: { recipients: { purpose: 'proof', kept: 'account' } } },
  },
);
