import type { BenchStore } from './bench-store.ts';
import type { Seeded } from './seed-people.ts';
import type { ServiceProcess } from './service-process.ts';

/** One engine with its seeded store, and the service running on it. */
export interface BenchSite {
  readonly store: BenchStore;
  readonly seeded: Seeded;
  readonly service: ServiceProcess;
  /** Duration and number of rounds. */
  readonly pace: Pace;
}

export interface Pace {
  readonly rounds: number;
  readonly seconds: number;
  /** Per round; each takes a quarter of a second of a core. */
  readonly signIns: number;
  readonly stormSeconds: number;
  readonly stormRounds: number;
  readonly starts: number;
  /** Per round. */
  readonly importRows: number;
  readonly importRounds: number;
  /** Shorter than the import, so that only the import is felt. */
  readonly importProbeSeconds: number;
  readonly changeSeconds: number;
  /** Several backups are made meanwhile. */
  readonly backupProbeSeconds: number;
}

export const FULL: Pace = {
  rounds: 5,
  seconds: 2,
  signIns: 60,
  stormSeconds: 6,
  stormRounds: 3,
  starts: 5,
  importRows: 100_000,
  importRounds: 3,
  importProbeSeconds: 3,
  changeSeconds: 20,
  backupProbeSeconds: 20,
};
export const QUICK: Pace = {
  rounds: 2,
  seconds: 1,
  signIns: 12,
  stormSeconds: 3,
  stormRounds: 1,
  starts: 2,
  importRows: 20_000,
  importRounds: 1,
  importProbeSeconds: 0.5,
  changeSeconds: 10,
  backupProbeSeconds: 5,
};
