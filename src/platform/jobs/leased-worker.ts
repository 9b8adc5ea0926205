import type { Database } from '../database/database.ts';
import { CLOCKS_DIFFER, type Clock, instantAt } from '../kernel/clock.ts';
import { type Milliseconds, seconds } from '../kernel/durations.ts';
import { opaqueId } from '../kernel/ids.ts';
import { tracedAlone } from '../metrics/trace.ts';
import { takeLease } from './leases-store.ts';
import { jobSpan, type RecurringJob, type RecurringJobs } from './recurring-jobs.ts';

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

/** Whether to continue with the next batch. False once another node has taken over, or this one stops. */
export type GoOn = () => Promise<boolean>;

/** Does queued work, one item at a time across all nodes. */
export interface LeasedWorker {
  /** Starts polling. */
  start(jobs: RecurringJobs): void;
  /** Polls at once. Resolves when nothing is left to do here; immediately if the worker was not started. */
  wake(): Promise<void>;
  /** Runs what is queued now, whether or not the worker was started. */
  runDue(): Promise<void>;
  /** Stops after the current batch; the next start continues there. */
  close(): Promise<void>;
}

interface LeasedWork<Item> {
  /** The name of the lease and of the recurring job. */
  readonly name: string;
  /** Upkeep before each round. */
  readonly prepare?: () => Promise<void>;
  readonly findNext: () => Promise<Item | undefined>;
  /** Resumes an item where it stopped. Returns true when the next item may follow, false when this node lost the lease. */
  readonly work: (item: Item, goOn: GoOn) => Promise<boolean>;
}

interface LeasedDeps {
  readonly database: Database;
  readonly clock: Clock;
}

const CHECK_EVERY = seconds(2);
/** A killed node delays the others this long. */
const LENGTH = seconds(5);
const RENEW_EVERY = seconds(1);

export function leasedWorker<Item>(
  { database, clock }: LeasedDeps,
  { name, prepare, findNext, work }: LeasedWork<Item>,
): LeasedWorker {
  const closing = new AbortController();
  const lease = { name, length: LENGTH };
  const span = jobSpan(name);
  let job: RecurringJob | undefined;

  /** Renews the lease regularly; false when it is lost or the worker closes. */
  const leaseKeeper = (): GoOn => {
    let renewed = performance.now();
    return async () => {
      if (closing.signal.aborted) return false;
      if (performance.now() - renewed < RENEW_EVERY) return true;
      renewed = performance.now();
      return (await withLease(database, clock, lease, async () => true)) === true;
    };
  };
  const runDue = async () => {
    await prepare?.();
    while (!closing.signal.aborted) {
      const next = await findNext();
      if (next === undefined) return;
      if ((await withLease(database, clock, lease, () => tracedAlone(span, () => work(next, leaseKeeper())))) !== true)
        return;
    }
  };
  return {
    start: (jobs) => {
      job ??= jobs.recur({ name, every: CHECK_EVERY, run: runDue });
      void job.run();
    },
    wake: async () => job?.run(),
    runDue,
    close: async () => {
      closing.abort();
      await job?.close();
      // Frees the lease, so that the next start need not wait for it.
      await withLease(database, clock, { ...lease, length: 0 }, async () => {}).catch(() => {});
    },
  };
}
