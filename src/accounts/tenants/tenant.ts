import { defineTable, id, integer, type RowOf, text } from '../../platform/database/define-table.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';
import type { Colour } from '../../platform/kernel/readable-colour.ts';
import { folded } from '../../platform/kernel/text.ts';

/** A federation or club whose people are separated from all others'. */
export const tenantsTable = defineTable(
  'tenants',
  {
    id: id<TenantId>(),
    name: text(),
    slug: text(),
    /** When it was marked as publisher of the yearbooks; the latest one counts. */
    publisher_since: text<Instant>().orNull(),
    /** The version of its own privacy policy in force; `null` until it publishes one. */
    policy_version: text().orNull(),
    /** The colour as chosen; `branding-wire.ts` derives readable shades from it. */
    color: text<Colour>().orNull(),
    /** The name of its logo's file. */
    logo: text().orNull(),
    created_at: text<Instant>(),
    updated_at: text<Instant>(),
    /** What it belongs to; `null` at the top. */
    parent_id: integer<TenantId>().references('tenants').orNull(),
    /** Since when its list of first steps is put aside. */
    steps_aside_at: text<Instant>().orNull(),
  },
  {
    indexes: {
      slug_unique: { columns: 'slug', unique: true },
      of_parent: { columns: 'parent_id', where: 'parent_id is not null' },
      publisher: "coalesce(publisher_since, '') desc, id",
    },
    personal: { nobody: 'the name of a federation or club is no person’s' },
  },
);

export type Tenant = RowOf<typeof tenantsTable>;

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
