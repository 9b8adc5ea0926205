import type { Instant } from '../kernel/clock.ts';

/** What was agreed to, by name. `necessary` is always true: without it there is nothing to agree to. */
export type Categories = Readonly<Record<string, boolean>>;

/** One answer to one version of the privacy policy. Never changed: a change of mind is a new one. */
export interface Consent {
  readonly id: number;
  /** `null` for a guest. */
  readonly user_id: number | null;
  /** SHA-256 of a guest's cookie; with a user too: the guest who became that user. */
  readonly guest_hash: string | null;
  readonly policy_version: string;
  /** `Categories` as JSON. */
  readonly categories: string;
  readonly recorded_at: Instant;
  /** When a guest's record joined the account. */
  readonly joined_at: Instant | null;
}
