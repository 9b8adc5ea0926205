import type { Logger } from 'pino';
import type { AuditActions } from '../audit/audit-actions.ts';
import type { RecordOrSum } from '../audit/sum-bursts.ts';
import type { Settings } from '../config/settings.ts';
import type { Counters } from '../counters/open-counters.ts';
import type { Database, Db } from '../database/database.ts';
import type { PersonalDataContributor } from '../database/personal-data.ts';
import type { FileStore } from '../files/files.ts';
import type { Clock } from '../kernel/clock.ts';
import type { UserId } from '../kernel/entity-id.ts';
import type { ProcessLink } from '../kernel/process-link.ts';
import type { Keyring } from '../keys/keyring.ts';
import type { MailTemplates } from '../mail/mail-template.ts';
import type { Contributions, JournalledState, RetentionRule, RetentionTask, TakeBack } from './contributions.ts';

/** What every room may use without another room offering it. */
export interface Platform {
  readonly settings: Settings;
  readonly database: Database;
  readonly keys: Keyring;
  readonly counters: Counters;
  readonly files: FileStore;
  readonly clock: Clock;
  readonly log: Logger;
  /** The link to the parent process, where several serve together (`SVC_PROCESSES`). */
  readonly parent?: ProcessLink | undefined;
  /** For records that strangers can cause at will. */
  readonly recordOrSum: RecordOrSum;
  /** The public address of the service: `SVC_PUBLIC_URL`. */
  readonly publicUrl: string;
}

/**
 * The declarations of all rooms together, for the few rooms that need them. Complete only once every room is open, so read
 * it when it is used, not before.
 */
export interface Registry {
  /** What rooms contribute of this kind, in order. */
  readonly contributed: <Kind extends keyof Contributions>(kind: Kind) => readonly Contributions[Kind][];
  /** Every audit action by name. */
  readonly auditActions: AuditActions;
  readonly mailTemplates: MailTemplates;
  /** In the order in which they are exported and erased. */
  readonly contributors: readonly PersonalDataContributor[];
  readonly retention: () => { readonly rules: readonly RetentionRule[]; readonly tasks: readonly RetentionTask[] };
  /** The states that the journal outside the database keeps. */
  readonly journalledStates: () => readonly JournalledState[];
  /** Which of these users have at least one way to sign in today. */
  readonly findUsersWithWayIn: (db: Db, userIds: readonly UserId[]) => Promise<ReadonlySet<UserId>>;
  /** Takes back in every room what these sign-ins added. */
  readonly takeBackWays: TakeBack;
  /** Removes a person's files. Idempotent. */
  readonly removeFilesOf: (userId: UserId) => Promise<void>;
}
