import type { Db } from '../database/database.ts';
import type { PersonalDataContributor } from '../database/personal-data.ts';
import type { Route } from '../http/define-route.ts';
import type { RecurringJobs } from '../jobs/recurring-jobs.ts';
import type { Keyring } from '../keys/keyring.ts';
import type { MetricSource } from '../metrics/metric.ts';
import type { House } from './ground.ts';
import type { RetentionRule, RetentionTask } from './retention.ts';

/**
 * A capability of the product, as it declares itself. `app/rooms.ts` lists all of them in order: a room may use what
 * rooms earlier in the list offer.
 */
export interface Room<Needs, Offers> {
  /** The name of its folder. */
  readonly name: string;
  /** What it holds about people. */
  readonly personalData?: (keys: Keyring) => PersonalDataContributor;
  /** Retention periods that no setting changes; docs/personal-data.md lists them. */
  readonly retention?: readonly RetentionRule[];
  /** Who of these people could sign in by this room today. */
  readonly wayIn?: (db: Db, userIds: readonly number[]) => Promise<readonly number[]>;
  readonly open?: (needs: Needs, house: House) => OpenRoom<Offers>;
}

/** A room of a running service. */
export interface OpenRoom<Offers> {
  /** What rooms later in the list may use, by name. */
  readonly offers?: Offers;
  readonly routes?: readonly Route[];
  readonly metrics?: readonly MetricSource[];
  readonly retentionTasks?: readonly RetentionTask[];
  /** Runs before the service answers: what must be known by then, and jobs that every process needs. */
  readonly prepare?: (jobs: RecurringJobs) => Promise<void>;
  readonly work?: BackgroundWork;
  /** Removes what a person has outside the database. Doing it twice changes nothing more. */
  readonly removeFilesOf?: (userId: number) => Promise<void>;
}

/** What a room does without being asked. */
export interface BackgroundWork {
  start?(jobs: RecurringJobs): void;
  /** Before the server closes: refuses whoever still waits for their turn. */
  drain?(): void;
  /** Takes nothing new and waits for what is under way. Called whether it was started or not. */
  stop?(): Promise<void>;
  /** After every recurring job has ended: what must come last. Called only where it was started. */
  finish?(): Promise<void>;
}

export const defineRoom = <Needs = unknown, Offers extends object = object>(
  room: Room<Needs, Offers>,
): Room<Needs, Offers> => room;
