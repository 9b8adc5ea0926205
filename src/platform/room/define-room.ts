import type { DeclaredActions } from '../audit/audit-actions.ts';
import type { DeclaredSettings } from '../config/settings.ts';
import type { Db, Tx } from '../database/database.ts';
import type { Table } from '../database/define-table.ts';
import type { PersonalDataContributor } from '../database/personal-data.ts';
import type { Schema } from '../database/schema.ts';
import type { Route } from '../http/define-route.ts';
import type { Job, RecurringJobs } from '../jobs/recurring-jobs.ts';
import type { DeclaredCodes } from '../kernel/app-error.ts';
import type { Instant } from '../kernel/clock.ts';
import type { UserId } from '../kernel/entity-id.ts';
import type { Keyring } from '../keys/keyring.ts';
import type { MailTemplates } from '../mail/mail-template.ts';
import type { MetricSource } from '../metrics/metric.ts';
import type { Contributions, JournalledState, RetentionRule, RetentionTask, TakeBack } from './contributions.ts';
import type { Registry } from './platform.ts';

/**
 * A feature of the product, as it declares itself. `src/entry/app/rooms.ts` lists all of them in order; a room may use what
 * earlier ones offer.
 */
export interface Room<Needs, Services> extends DeclaredSettings {
  /** The name of its folder. What it contributes to export and erasure may have an older one, which is published (`room`). */
  readonly name: string;
  /** The audit actions it records; the types of their `meta` are merged into `AuditMetas`. */
  readonly auditActions?: DeclaredActions;
  /** What it refuses with; the codes are merged into `Refusals`. */
  readonly refusals?: DeclaredCodes;
  /** The templates of its mails; their parameters are merged into `MailParams`. */
  readonly mails?: Partial<MailTemplates>;
  /** Its tables, each after those that it refers to. */
  readonly tables?: readonly Table[];
  /** The personal data in its tables, for export and erasure: a list where parts of them bear names of their own. */
  readonly personalData?: (keys: Keyring) => PersonalDataContributor | readonly PersonalDataContributor[];
  /** Retention periods that no setting changes; docs/personal-data.md lists them. */
  readonly retention?: readonly RetentionRule[];
  /** Which of these users could sign in through this room today. */
  readonly wayIn?: (db: Db, userIds: readonly UserId[]) => Promise<readonly number[]>;
  /** Required of a room that records an act of `WAYS_IN_ADDED`. */
  readonly takeBack?: TakeBack;
  /**
   * Ends what a restored backup would revive: sign-ins, links and codes that were ended or spent after the backup was made.
   * Returns how many it ended.
   */
  readonly endAtRestore?: (tx: Tx, at: Instant) => Promise<number>;
  /** Tables whose ids leave the database, in tokens and links. An id that a restore lost is never given to another row. */
  readonly idsNeverReused?: readonly (keyof Schema)[];
  /** Current states that are also journalled outside the database, for restoring an older backup. Applied in this order. */
  readonly journalledStates?: readonly JournalledState[];
  readonly open?: (needs: Needs, registry: Registry) => OpenRoom<Services>;
}

/** An opened room of a running service. */
export interface OpenRoom<Services> extends Partial<Contributions> {
  /** What rooms later in the list may use, by name. */
  readonly services?: Services;
  /** A function where they depend on what later rooms contribute. */
  readonly routes?: readonly Route[] | (() => readonly Route[]);
  readonly metrics?: readonly MetricSource[];
  readonly retentionTasks?: readonly RetentionTask[];
  /** Runs before the service answers: loads what is needed by then, and starts jobs that every process needs. */
  readonly prepare?: (jobs: RecurringJobs) => Promise<void>;
  /** From when the service answers. */
  readonly jobs?: readonly Job[];
  readonly work?: BackgroundWork;
  /** Removes a person's files. Idempotent. */
  readonly removeFilesOf?: (userId: UserId) => Promise<void>;
}

/** Work that does more than recur: workers with queues. */
export interface BackgroundWork {
  start?(jobs: RecurringJobs): void;
  /** Before the server closes: refuses everybody who is queued. */
  drain?(): void;
  /** Takes nothing new and waits for work in progress. Called whether or not it was started. */
  stop?(): Promise<void>;
}

export const defineRoom = <Needs = unknown, Services extends object = object>(
  room: Room<Needs, Services>,
): Room<Needs, Services> => room;
