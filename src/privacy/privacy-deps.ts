import type { Logger } from 'pino';
import type { SlidingWindow } from '../counters/sliding-window.ts';
import type { Database } from '../database/database.ts';
import type { PersonalDataContributor } from '../database/personal-data.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Keyring } from '../keys/keyring.ts';
import type { ErasureLedger } from './erasure-ledger.ts';

/** What looking after people's rights is made of. The rooms themselves are not known here: they come as contributors. */
export interface PrivacyDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly keys: Keyring;
  readonly log: Logger;
  readonly publicUrl: string;
  readonly dataDir: string;
  /** In the order in which they are exported and erased; users come last. */
  readonly contributors: readonly PersonalDataContributor[];
  /** Removes what a person has outside the database. Doing it twice changes nothing more. */
  readonly removeFiles: (userId: number) => Promise<void>;
  readonly ledger: ErasureLedger;
  /** How often one person may have everything. */
  readonly exportsOf: SlidingWindow;
}
