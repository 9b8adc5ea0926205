import type { Logger } from 'pino';
import type { Database, Db } from '../database/database.ts';
import { type Clock, epochOf, nowOf } from '../kernel/clock.ts';
import { days, type Milliseconds, seconds } from '../kernel/durations.ts';
import { type GoOn, type LeasedWorker, leasedWorker } from './leased-worker.ts';
import { advance, beginRound, findRebuild, type RebuildRow, type Rebuilt } from './rebuilds-store.ts';

/** Columns that are derived from others of their row, and how they are brought up to date. */
export interface Rebuild {
  readonly what: Rebuilt;
  /** Raised whenever the columns are derived in another way. */
  readonly version: number;
  readonly count: (db: Db) => Promise<number>;
  /** Looks at the rows after an id, in its order, and renews those that are stale. Idempotent. */
  readonly portion: (database: Database, after: number, most: number) => Promise<Portion>;
}

interface Portion {
  /** `undefined` without a row. */
  readonly last: number | undefined;
  readonly read: number;
  readonly renewed: number;
}

interface RebuildDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
}

const PORTION = 200;
const TOLD_EVERY: Milliseconds = seconds(5);
/** A second look, at what nodes of the version before wrote meanwhile: by then none of them should be running. */
const ROUNDS = 2;
const ROUNDS_APART = days(1);

/** Rebuilds once per version, a portion at a time on one node, while all serve. */
export function rebuildWorker(deps: RebuildDeps, rebuild: Rebuild): LeasedWorker {
  const { database, clock } = deps;
  let isSettled = false;
  return leasedWorker(deps, {
    name: `rebuild-${rebuild.what}`,
    findNext: async () => {
      if (isSettled) return undefined;
      const last = await findRebuild(database.read, rebuild.what);
      isSettled = isDone(last, rebuild.version);
      return isSettled ? undefined : roundDue(last, rebuild.version, clock.now());
    },
    work: async (round, goOn) => {
      const row = await openRound(deps, rebuild, round);
      return row !== undefined && (await rebuildAll(deps, rebuild, row, goOn));
    },
  });
}

const isDone = (last: RebuildRow | undefined, version: number): boolean =>
  last !== undefined &&
  (last.version > version || (isOf(last, version) && last.round >= ROUNDS && last.ended_at !== null));

const isOf = (last: RebuildRow, version: number): boolean => last.version === version;

/** The round to begin or go on with; `undefined` until the next one is due. */
function roundDue(last: RebuildRow | undefined, version: number, now: Milliseconds): number | undefined {
  if (last === undefined || !isOf(last, version)) return 1;
  if (last.ended_at === null) return last.round;
  return now - epochOf(last.ended_at) >= ROUNDS_APART ? last.round + 1 : undefined;
}

async function openRound({ database }: RebuildDeps, { what, version, count }: Rebuild, round: number) {
  const total = await count(database.bulkRead);
  const begun = await database.transaction((tx) => beginRound(tx, { what, version, round, total }));
  const row = begun ?? (await findRebuild(database.read, what));
  return row !== undefined && isOf(row, version) && row.round === round && row.ended_at === null ? row : undefined;
}

/** Returns whether it came to the end. */
async function rebuildAll(
  { database, clock, log }: RebuildDeps,
  { what, portion }: Rebuild,
  begun: RebuildRow,
  goOn: GoOn,
): Promise<boolean> {
  let told = performance.now();
  for (let row = begun; ; ) {
    if (!(await goOn())) return false;
    const { last, read, renewed } = await portion(database, row.after_id, PORTION);
    const ended_at = last === undefined ? nowOf(clock) : null;
    const to = { after_id: last ?? row.after_id, read, renewed, ended_at };
    const next = await database.transaction((tx) => advance(tx, row, to));
    if (next === undefined) return false;
    const amount = { done: next.done, total: next.total, renewed: next.renewed };
    if (ended_at !== null) {
      if (next.renewed > 0) log.info(amount, `rebuilt the search words of ${what}`);
      return true;
    }
    if (performance.now() - told >= TOLD_EVERY) {
      told = performance.now();
      log.info(amount, `rebuilding the search words of ${what}`);
    }
    row = next;
  }
}
