import type { Instant } from '../kernel/clock.ts';

export const ERASURE_STATUSES = ['pending', 'approved', 'completed', 'failed', 'rejected', 'cancelled'] as const;

/** `pending → approved → completed`, `pending → rejected`, `pending → cancelled`, `approved → failed → approved`. */
export type ErasureStatus = (typeof ERASURE_STATUSES)[number];

export const ERASURE_ORIGINS = ['request', 'retention', 'replay'] as const;

/** Who wanted it: the person; the end of the time in which a deletion can be taken back; a ledger after a restore. */
export type ErasureOrigin = (typeof ERASURE_ORIGINS)[number];

export const ERASURE_STEPS = ['start', 'mail', 'erased', 'done'] as const;

/** How far an approved erasure has come. Each step is left by one conditional statement, so that it is left once. */
export type ErasureStep = (typeof ERASURE_STEPS)[number];

/** A person's erasure as a case. Nothing in it tells the person but the id; reasons go with the rest. */
export interface ErasureRequest {
  readonly id: number;
  readonly user_id: number;
  readonly origin: ErasureOrigin;
  readonly status: ErasureStatus;
  readonly requested_at: Instant;
  readonly due_at: Instant;
  readonly extended_at: Instant | null;
  readonly extension_reason: string | null;
  readonly decided_at: Instant | null;
  readonly decided_by: number | null;
  readonly decision_reason: string | null;
  readonly cancelled_at: Instant | null;
  readonly legal_hold_at: Instant | null;
  readonly legal_hold_reason: string | null;
  readonly step: ErasureStep;
  /** The mail that goes out before its address does, and until when it is waited for. */
  readonly last_mail_id: number | null;
  readonly last_mail_until: Instant | null;
  /** `RoomCount[]` as JSON. */
  readonly summary: string | null;
  /** Mails whose recorded messages go, as JSON. */
  readonly mail_ids: string;
  /** Audit records about others that named the person, as JSON. */
  readonly blanked_ids: string;
  readonly erased_at: Instant | null;
  readonly failed_at: Instant | null;
  readonly failure: string | null;
  readonly completed_at: Instant | null;
  /** A JWS in compact form (RFC 7515 §7.1). */
  readonly certificate: string | null;
  /** When what was still under way at the erasure was swept up. */
  readonly swept_at: Instant | null;
  readonly updated_at: Instant;
}

/** How much a room held about somebody, by what its export calls it. */
export interface RoomCount {
  readonly room: string;
  readonly entries: Readonly<Record<string, number>>;
}
