import { defineTable, id, integer, type RowOf, text } from '../../platform/database/define-table.ts';
import type { Instant } from '../../platform/kernel/clock.ts';

/** One version of a tenant's privacy policy. Never changed: people confirmed it as it was. */
export const privacyPoliciesTable = defineTable(
  'privacy_policies',
  {
    id: id(),
    tenant_id: integer().references('tenants'),
    /** Counts up from 1 within the tenant. */
    number: integer(),
    /** The version that people confirm; unique across tenants and the default text. */
    version: text(),
    /** Markdown. */
    text: text(),
    published_at: text<Instant>(),
  },
  {
    indexes: {
      number_unique: { columns: 'tenant_id, number', unique: true },
      version_unique: { columns: 'version', unique: true },
    },
    personal: { nobody: 'texts of tenants' },
  },
);

export type PrivacyPolicy = RowOf<typeof privacyPoliciesTable>;

/** Fits into a request body however its characters are written. */
export const LONGEST_TEXT = 30_000;

export const versionOf = (tenantId: number, number: number): string => `t${tenantId}-${number}`;
