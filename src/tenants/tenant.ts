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

/** Of a tenant's name and of its slug. */
export const SHORTEST_NAME = 2;
export const LONGEST_SLUG = 60;

/** A short name for addresses: ASCII letters, digits and hyphens. Empty where the name has too few of them. */
export function slugOf(name: string): string {
  const spelled = folded(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '');
  const slug = spelled.slice(0, LONGEST_SLUG).replace(/-$/, '');
  return slug.length < SHORTEST_NAME ? '' : slug;
}
