import type { Instant } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';

/** Agreed categories by name. `necessary` is always true. */
export type Categories = Readonly<Record<string, boolean>>;

/** One answer to one version of the privacy policy. Immutable: a new answer is a new row. */
export interface Consent {
  readonly id: number;
  /** `null` for a guest. */
  readonly user_id: UserId | null;
  /** SHA-256 of a guest's cookie; together with a user: the guest who became that user. */
  readonly guest_hash: string | null;
  readonly policy_version: string;
  readonly categories: Categories;
  readonly recorded_at: Instant;
  /** When a guest's consent was attached to the account. */
  readonly joined_at: Instant | null;
}
