import type { Settings } from '../../platform/config/settings.ts';

/** What the parent passes to a process at its start. */
export interface CrewRole {
  /** Numbered from 1; part of every log line. */
  readonly slot: number;
  /** Whether it does what must happen once: the set-up link, the warnings at start. */
  readonly isFirst: boolean;
  /** The version of the calls between the two: after an upgrade the parent is still of the previous build. */
  readonly protocol: number;
}

/** Raised whenever a call between parent and processes changes its meaning. */
export const PROTOCOL = 1;

/** The names of messages between parent and processes. */
export const MESSAGE = {
  work: 'crew.work',
  retire: 'crew.retire',
  stop: 'crew.stop',
  ready: 'crew.ready',
  alive: 'crew.alive',
} as const;

/** With fewer, requests would wait for each other's commits. */
const FEWEST_CONNECTIONS = 4;

/** The settings of one process, with its share of the limits that apply to the whole node. */
export function shareOf(settings: Settings): Settings {
  const { server, storage } = settings;
  const databasePool = Math.max(FEWEST_CONNECTIONS, Math.floor(storage.databasePool / server.processes));
  return { ...settings, storage: { ...storage, databasePool } };
}
