import type { Logger } from 'pino';
import type { AuditActions } from '../audit/audit-actions.ts';
import type { RateLimit } from '../counters/rate-limit.ts';
import type { Database } from '../database/database.ts';
import type { PersonalDataContributor } from '../database/personal-data.ts';
import type { Clock } from '../kernel/clock.ts';
import type { UserId } from '../kernel/entity-id.ts';
import type { Keyring } from '../keys/keyring.ts';
import type { ErasureLedger } from './erasure-ledger.ts';

/** This room does not know the other rooms; they take part as contributors. */
export interface PrivacyDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly keys: Keyring;
  readonly log: Logger;
  readonly publicUrl: string;
  readonly dataDir: string;
  /** Every audit action: the `meta` of some may contain names. */
  readonly auditActions: AuditActions;
  /** In the order in which they are exported and erased; users come last. */
  readonly contributors: readonly PersonalDataContributor[];
  /** Removes a person's files. Idempotent. */
  readonly removeFiles: (userId: UserId) => Promise<void>;
  readonly ledger: ErasureLedger;
  /** Limits a person's exports. */
  readonly exportsOf: RateLimit;
}
