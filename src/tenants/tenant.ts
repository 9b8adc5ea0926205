import type { Instant } from '../kernel/clock.ts';
import { folded } from '../kernel/text.ts';

/** A federation or club whose people are kept apart from all others'. */
export interface Tenant {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  /** When it was marked as the publisher of the yearbooks; the latest one is. */
  readonly publisher_since: Instant | null;
  readonly created_at: Instant;
  readonly updated_at: Instant;
}

/** A short name for addresses: ASCII letters, digits and hyphens. */
export const slugOf = (name: string): string =>
  folded(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
