import type { Instant } from '../../platform/kernel/clock.ts';

/** One version of a tenant's privacy policy. Never changed: people confirmed it as it was. */
export interface PrivacyPolicy {
  readonly id: number;
  readonly tenant_id: number;
  /** Counts up from 1 within the tenant. */
  readonly number: number;
  /** The version that people confirm; unique across tenants and the default text. */
  readonly version: string;
  /** Markdown. */
  readonly text: string;
  readonly published_at: Instant;
}

/** Fits into a request body however its characters are written. */
export const LONGEST_TEXT = 30_000;

export const versionOf = (tenantId: number, number: number): string => `t${tenantId}-${number}`;
