import { defineTable, id, integer, json, type ParsedRowOf, text } from '../../platform/database/define-table.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';

export const ERASURE_STATUSES = ['pending', 'approved', 'completed', 'failed', 'rejected', 'cancelled'] as const;

/** `pending → approved → completed`, `pending → rejected`, `pending → cancelled`, `approved → failed → approved`. */
export type ErasureStatus = (typeof ERASURE_STATUSES)[number];

export const ERASURE_ORIGINS = ['request', 'retention', 'replay'] as const;

/** What caused it: the person's request, the end of the restore period of a deletion, or the ledger after a restore. */
export type ErasureOrigin = (typeof ERASURE_ORIGINS)[number];

export const ERASURE_STEPS = ['start', 'mail', 'erased', 'done'] as const;

/** Progress of an approved erasure. Each step is left by one conditional statement, so exactly once. */
export type ErasureStep = (typeof ERASURE_STEPS)[number];

/** A request for erasure. Only the id in it identifies the person; reasons are erased with the rest. */
export const erasureRequestsTable = defineTable(
  'erasure_requests',
  {
    id: id('in erasure_requests.id', 'kept'),
    user_id: integer<UserId>('duplicate', 'kept').references('users'),
    origin: text<ErasureOrigin>('internal', 'kept'),
    status: text<ErasureStatus>('in erasure_requests.status', 'kept'),
    requested_at: text<Instant>('in erasure_requests.requested_at', 'kept'),
    due_at: text<Instant>('in erasure_requests.due_at', 'kept'),
    extended_at: text<Instant>('in erasure_requests.extended_at', 'kept').orNull(),
    extension_reason: text('in erasure_requests.extension_reason', 'emptied').orNull(),
    decided_at: text<Instant>('in erasure_requests.decided_at', 'kept').orNull(),
    decided_by: integer<UserId>('third-party', 'kept').orNull(),
    decision_reason: text('in erasure_requests.decision_reason', 'emptied').orNull(),
    cancelled_at: text<Instant>('in erasure_requests.cancelled_at', 'kept').orNull(),
    legal_hold_at: text<Instant>('in erasure_requests.legal_hold_at', 'kept').orNull(),
    legal_hold_reason: text('in erasure_requests.legal_hold_reason', 'emptied').orNull(),
    step: text<ErasureStep>('internal', 'kept'),
    /** The mail sent before the address is erased, and how long to wait for it. */
    last_mail_id: integer('internal', 'kept').orNull(),
    last_mail_until: text<Instant>('internal', 'kept').orNull(),
    summary: json<readonly RoomCount[]>('internal', 'kept').orNull(),
    /** Mails whose recorded messages are to be deleted. */
    mail_ids: json<readonly number[]>('internal', 'kept'),
    /** Audit records about others that named the person. */
    blanked_ids: json<readonly number[]>('internal', 'kept'),
    erased_at: text<Instant>('internal', 'kept').orNull(),
    failed_at: text<Instant>('internal', 'kept').orNull(),
    failure: text('internal', 'kept').orNull(),
    completed_at: text<Instant>('in erasure_requests.completed_at', 'kept').orNull(),
    /** A JWS in compact form (RFC 7515 §7.1). */
    certificate: text('internal', 'kept').orNull(),
    /** When the leftovers of requests in progress during the erasure were removed. */
    swept_at: text<Instant>('internal', 'kept').orNull(),
    updated_at: text<Instant>('internal', 'kept'),
  },
  {
    indexes: {
      user_id_unique: { columns: 'user_id', where: "status in ('pending', 'approved', 'failed')", unique: true },
      unfinished: { columns: 'status, id', where: 'swept_at is null' },
      status: 'status, id',
      of_user: 'user_id, id',
    },
    personal: {
      merging: { user_id: 'stays', decided_by: 'stays' },
      parts: { erasure_requests: { purpose: 'proof', kept: 'proof' } },
    },
  },
);

export type ErasureRequest = ParsedRowOf<typeof erasureRequestsTable>;

/** How many entries a room stored about a person, by the names in its export. */
export interface RoomCount {
  readonly room: string;
  readonly entries: Readonly<Record<string, number>>;
}
