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
export interface ErasureRequest {
  readonly id: number;
  readonly user_id: UserId;
  readonly origin: ErasureOrigin;
  readonly status: ErasureStatus;
  readonly requested_at: Instant;
  readonly due_at: Instant;
  readonly extended_at: Instant | null;
  readonly extension_reason: string | null;
  readonly decided_at: Instant | null;
  readonly decided_by: UserId | null;
  readonly decision_reason: string | null;
  readonly cancelled_at: Instant | null;
  readonly legal_hold_at: Instant | null;
  readonly legal_hold_reason: string | null;
  readonly step: ErasureStep;
  /** The mail sent before the address is erased, and how long to wait for it. */
  readonly last_mail_id: number | null;
  readonly last_mail_until: Instant | null;
  readonly summary: readonly RoomCount[] | null;
  /** Mails whose recorded messages are to be deleted. */
  readonly mail_ids: readonly number[];
  /** Audit records about others that named the person. */
  readonly blanked_ids: readonly number[];
  readonly erased_at: Instant | null;
  readonly failed_at: Instant | null;
  readonly failure: string | null;
  readonly completed_at: Instant | null;
  /** A JWS in compact form (RFC 7515 §7.1). */
  readonly certificate: string | null;
  /** When the leftovers of requests in progress during the erasure were removed. */
  readonly swept_at: Instant | null;
  readonly updated_at: Instant;
}

/** How many entries a room stored about a person, by the names in its export. */
export interface RoomCount {
  readonly room: string;
  readonly entries: Readonly<Record<string, number>>;
}
