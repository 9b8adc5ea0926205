import type { Instant } from '../../platform/kernel/clock.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';
import type { Colour } from '../../platform/kernel/readable-colour.ts';
import { folded } from '../../platform/kernel/text.ts';

/** A federation or club whose people are separated from all others'. */
export interface Tenant {
  readonly id: TenantId;
  readonly name: string;
  readonly slug: string;
  /** When it was marked as publisher of the yearbooks; the latest one counts. */
  readonly publisher_since: Instant | null;
  /** The version of its own privacy policy in force; `null` until it publishes one. */
  readonly policy_version: string | null;
  /** The colour as chosen; `branding-wire.ts` derives readable shades from it. */
  readonly color: Colour | null;
  /** The name of its logo's file. */
  readonly logo: string | null;
  readonly created_at: Instant;
  readonly updated_at: Instant;
}

/** Minimum length of names and slugs. */
export const SHORTEST_NAME = 2;
export const LONGEST_SLUG = 60;

/** Derives a slug: ASCII letters, digits and hyphens. Empty when the name has too few of them. */
export function slugOf(name: string): string {
  const spelled = folded(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '');
  const slug = spelled.slice(0, LONGEST_SLUG).replace(/-$/, '');
  return slug.length < SHORTEST_NAME ? '' : slug;
}
