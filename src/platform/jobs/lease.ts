import type { Database } from '../database/database.ts';
import { CLOCKS_DIFFER, type Clock, instantAt } from '../kernel/clock.ts';
import type { Milliseconds } from '../kernel/durations.ts';
import { opaqueId } from '../kernel/ids.ts';
import { takeLease } from './leases-store.ts';

/** This process, among the nodes that share background work. */
const HOLDER = opaqueId();

/**
 * Runs `work` on one node at a time. The holder renews the lease by running again; a node that does not loses it after
 * `length`. Returns `undefined` when another node holds the lease. One that lasts longer than a holder may ask for does not count:
 * the clock was ahead when it was written, and its holder may be gone.
 */
export async function withLease<Result>(
  database: Database,
  clock: Clock,
  { name, length }: { name: string; length: Milliseconds },
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  const now = clock.now();
  const row = { name, holder: HOLDER, until: instantAt(now + length) };
  const times = { present: instantAt(now), longest: instantAt(now + length + CLOCKS_DIFFER) };
  const isTaken = await database.transaction((tx) => takeLease(tx, row, times));
  return isTaken ? work() : undefined;
}
