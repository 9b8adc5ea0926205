import type { Logger } from 'pino';
import type { RecordOrSum } from '../audit/record-or-sum.ts';
import type { Settings } from '../config/settings.ts';
import type { Counters } from '../counters/open-counters.ts';
import type { Database, Db } from '../database/database.ts';
import type { PersonalDataContributor } from '../database/personal-data.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Keyring } from '../keys/keyring.ts';
import type { RetentionRule, RetentionTask } from './retention.ts';

/** What every room may use without another room offering it. */
export interface Ground {
  readonly settings: Settings;
  readonly database: Database;
  readonly keys: Keyring;
  readonly counters: Counters;
  readonly clock: Clock;
  readonly log: Logger;
  /** For what strangers can cause as often as they like. */
  readonly recordOrSum: RecordOrSum;
  /** Where people reach the service: `SVC_PUBLIC_URL`. */
  readonly publicUrl: string;
}

/** What all rooms declare together, for the few that work on the whole. Complete once every room is open, so read it late. */
export interface House {
  /** In the order in which they are exported and erased. */
  readonly contributors: readonly PersonalDataContributor[];
  readonly retention: () => { readonly rules: readonly RetentionRule[]; readonly tasks: readonly RetentionTask[] };
  /** Who of these people could sign in today, in any way. */
  readonly findUsersWithWayIn: (db: Db, userIds: readonly number[]) => Promise<ReadonlySet<number>>;
  /** Removes what a person has outside the database. Doing it twice changes nothing more. */
  readonly removeFilesOf: (userId: number) => Promise<void>;
}
