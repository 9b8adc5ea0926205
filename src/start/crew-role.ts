import type { Settings } from '../config/settings.ts';

/** What a process is told by the one that begins it. */
export interface CrewRole {
  /** From 1; it is in every line of its log. */
  readonly slot: number;
  /** It makes what there is one of: the set-up link, the warnings of a start. */
  readonly isFirst: boolean;
  /** Of the calls between the two: after an upgrade the parent is still of the build before. */
  readonly protocol: number;
}

/** Raised whenever a call between parent and processes changes its meaning. */
export const PROTOCOL = 1;

/** What the parent says to a process, and what it is told. */
export const WORD = {
  work: 'crew.work',
  retire: 'crew.retire',
  stop: 'crew.stop',
  ready: 'crew.ready',
  alive: 'crew.alive',
} as const;

/** Fewer would have requests wait for each other's commits. */
const FEWEST_CONNECTIONS = 4;

/** The settings of one of so many processes: what is promised of a node holds for all of them together. */
export function shareOf(settings: Settings): Settings {
  const { server, storage } = settings;
  const databasePool = Math.max(FEWEST_CONNECTIONS, Math.floor(storage.databasePool / server.processes));
  return { ...settings, storage: { ...storage, databasePool } };
}
