import type { AuditActions } from '../../platform/audit/audit-actions.ts';
import type { RateLimit } from '../../platform/counters/sliding-window.ts';
import type { PersonalDataContributor } from '../../platform/database/personal-data.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import type { RetentionRule } from '../../platform/room/contributions.ts';
import type { Platform } from '../../platform/room/platform.ts';
import type { ErasureLedger } from './erasure-ledger.ts';

/** Periods of retention that settings choose, in days. */
export interface KeptDays {
  readonly deleted: number;
  /** 0: for ever. */
  readonly audit: number;
}

/** This room does not know the other rooms; they take part as contributors. */
export interface PrivacyDeps extends Pick<Platform, 'database' | 'clock' | 'keys' | 'log' | 'publicUrl'> {
  readonly dataDir: string;
  /** Every audit action: the `meta` of some may contain names. */
  readonly auditActions: AuditActions;
  /** In the order in which they are exported and erased; users come last. */
  readonly contributors: readonly PersonalDataContributor[];
  /** Periods of retention that no setting changes. Complete once every room is open. */
  readonly retentionRules: () => readonly RetentionRule[];
  readonly keptDays: KeptDays;
  /** The version of the default privacy policy. */
  readonly defaultPolicyVersion: string;
  /** Removes a person's files. Idempotent. */
  readonly removeFiles: (userId: UserId) => Promise<void>;
  readonly ledger: ErasureLedger;
  /** Limits a person's exports. */
  readonly exportsOf: RateLimit;
}
