import { type Settings, SettingsError } from '../../platform/config/settings.ts';

/** What the parent passes to a process at its start. */
export interface WorkerStart {
  /** Numbered from 1; part of every log line. */
  readonly number: number;
  /** Whether it does what must happen once: the set-up link, the warnings at start. */
  readonly isFirst: boolean;
  /** The version of the calls between the two: after an upgrade the parent is still of the previous build. */
  readonly protocol: number;
}

/** Raised whenever a call between parent and processes changes its meaning. */
export const PROTOCOL = 1;

/** The names of messages between parent and processes. */
export const MESSAGE = {
  work: 'worker.work',
  retire: 'worker.retire',
  stop: 'worker.stop',
  ready: 'worker.ready',
  alive: 'worker.alive',
} as const;

/** With fewer, requests would wait for each other's commits. */
const FEWEST_CONNECTIONS = 4;

/** The settings of one process, with its share of the limits that apply to the whole node. */
export function shareOf(settings: Settings): Settings {
  const { server, storage } = settings;
  const databasePool = Math.max(FEWEST_CONNECTIONS, Math.floor(storage.databasePool / server.processes));
  return { ...settings, storage: { ...storage, databasePool } };
}

/** What a process does: serve requests, background work (mails, imports, seals, sweeps), or both. */
export type ProcessRole = 'everything' | 'answer' | 'work';

/** @throws SettingsError for a partial role on an embedded store, since no other process could do the rest */
export function checkedRole(role: ProcessRole, { storage }: Settings): ProcessRole {
  if (role === 'everything' || storage.databaseUrl !== undefined) return role;
  throw new SettingsError([
    '`serve --no-jobs` and `work` need PostgreSQL (SVC_DATABASE_URL): the embedded store has one process, which does everything',
  ]);
}
