import { defineTable, integer, json, type ParsedRowOf, text } from '../../platform/database/define-table.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { days } from '../../platform/kernel/durations.ts';
import type { TenantId, UserId } from '../../platform/kernel/entity-id.ts';

/** What a recipient is to do with a person's data. Restriction (GDPR art. 18) is no act of this service yet. */
export const ORDER_KINDS = ['erase', 'correct'] as const;
export type OrderKind = (typeof ORDER_KINDS)[number];

export const ANSWERS = ['done', 'kept', 'unknown'] as const;
export type Answer = (typeof ANSWERS)[number];

/** Why a recipient may keep what it was to erase (GDPR art. 17(3)). A closed list, so that no ground names anybody. */
export const GROUNDS = ['legal_obligation', 'legal_claims', 'public_health', 'archiving', 'expression'] as const;
export type Ground = (typeof GROUNDS)[number];

/** How an answer was proved: by the secret of a subscription, by the access token of a service, by an administrator's word. */
export const PROOFS = ['signature', 'token', 'hand'] as const;
export type Proof = (typeof PROOFS)[number];

/** How people were told who cannot be called. */
export const CONTACT_WAYS = ['letter', 'mail', 'telephone', 'in_person'] as const;
export type ContactWay = (typeof CONTACT_WAYS)[number];

export const REMIND_AFTER = days(7);
export const OVERDUE_AFTER = days(14);

/** The fields whose correction recipients are told of. */
export const CORRECTED_FIELDS = ['ime', 'prezime', 'full_name', 'email', 'telefon', 'oib'] as const;
export type CorrectedField = (typeof CORRECTED_FIELDS)[number];

/** What one recipient was told to do with one person's data (GDPR art. 19), and what it answered. Of the person it has the id alone. */
export const ordersTable = defineTable(
  'recipient_orders',
  {
    id: text('internal', 'kept'),
    recipient_id: text('internal', 'kept').references('recipients'),
    user_id: integer<UserId>('duplicate', 'kept'),
    /** The person's at the time. */
    tenant_id: integer<TenantId>('internal', 'kept').references('tenants'),
    kind: text<OrderKind>('in recipient_orders.kind', 'kept'),
    /** What was corrected, by name. */
    fields: json<readonly CorrectedField[]>('in recipient_orders.fields', 'kept'),
    ordered_at: text<Instant>('in recipient_orders.ordered_at', 'kept'),
    /** When it is to be handed over; null when that is not waited for. */
    send_at: text<Instant>('internal', 'kept').orNull(),
    /** When the recipient took it, or was told by people. */
    sent_at: text<Instant>('in recipient_orders.sent_at', 'kept').orNull(),
    reminded_at: text<Instant>('internal', 'kept').orNull(),
    overdue_at: text<Instant>('internal', 'kept').orNull(),
    /** Of a recipient that people told. */
    told_by: text<ContactWay>('internal', 'kept').orNull(),
    answered_at: text<Instant>('in recipient_orders.answered_at', 'kept').orNull(),
    answer: text<Answer>('in recipient_orders.answer', 'kept').orNull(),
    ground: text<Ground>('in recipient_orders.ground', 'kept').orNull(),
    /** A day. */
    kept_until: text('in recipient_orders.kept_until', 'kept').orNull(),
    proof: text<Proof>('internal', 'kept').orNull(),
  },
  {
    key: 'id',
    indexes: {
      user: 'user_id, ordered_at, id',
      erase: { columns: 'user_id, recipient_id', where: "kind = 'erase'", unique: true },
      due: { columns: 'recipient_id, send_at, id', where: 'send_at is not null' },
      waiting: { columns: 'ordered_at, id', where: 'answered_at is null and overdue_at is null' },
      open: { columns: 'recipient_id, ordered_at, id', where: 'answered_at is null' },
      ordered: 'ordered_at',
    },
    personal: { merging: { user_id: 'stays' }, parts: { recipient_orders: { purpose: 'proof', kept: 'proof' } } },
  },
);

export type Order = ParsedRowOf<typeof ordersTable>;

/** `waiting`: not handed over yet. `asked`: it was. `overdue`: without an answer for fourteen days. Else what it answered. */
export const ORDER_STATES = ['waiting', 'asked', 'overdue', ...ANSWERS] as const;
export type OrderState = (typeof ORDER_STATES)[number];

export const stateOf = ({
  answer,
  overdue_at,
  sent_at,
}: Pick<Order, 'answer' | 'overdue_at' | 'sent_at'>): OrderState =>
  answer ?? (overdue_at !== null ? 'overdue' : sent_at === null ? 'waiting' : 'asked');
