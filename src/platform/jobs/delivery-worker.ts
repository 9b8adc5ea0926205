import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database, Db, Tx } from '../database/database.ts';
import { CLOCKS_DIFFER, type Clock, type Instant, instantAt } from '../kernel/clock.ts';
import { type Milliseconds, minutes, seconds } from '../kernel/durations.ts';
import { LONGEST_PAUSE } from './next-try.ts';

/** Longer than an attempt and storing its result may take together. */
const LEASE = minutes(2);
/** Pauses between attempts to store a result: a delivery that is not marked would be repeated. */
const SETTLE_PAUSES = [seconds(1), seconds(3), seconds(6), seconds(12)];
const FINISH_WITHIN = seconds(5);
const COMPLAIN_EVERY = minutes(1);
const RECALL_EVERY = minutes(1);

/** A row after an attempt. */
interface Settled<State extends string> {
  readonly state: State;
}

/** A kind of delivery that has an outbox table, with a row for each item. */
export interface Outgoing<Item, State extends string, Settlement extends Settled<State>> {
  /** The name in the log. */
  readonly name: string;
  readonly pollEvery: Milliseconds;
  /** How many items are attempted at once. */
  readonly workers: number;
  /** The states after an attempt, each counted separately. */
  readonly tried: readonly State[];
  /** False while there can be nothing to deliver: then nothing is asked. */
  readonly isOn?: () => boolean;
  /** Whether anything is due: the cheap query of an idle worker. */
  readonly hasDue: (db: Db, times: LeaseTimes) => Promise<boolean>;
  /** Makes due what would wait beyond `longest`: it was written by a clock that has been set back since. */
  readonly recall: (tx: Tx, now: Instant, longest: Instant) => Promise<void>;
  /** Takes one due item and holds it until `times.until`, in one conditional statement. */
  readonly lease: (tx: Tx, times: LeaseTimes) => Promise<Item | undefined>;
  /** One attempt, outside any transaction. Never throws: one broken row must not hold up the others. */
  readonly attempt: (item: Item, now: Milliseconds, stop: AbortSignal) => Promise<Settlement>;
  /** Stores the result, if the lease is still ours. */
  readonly settle: (tx: Tx, item: Item, settlement: Settlement) => Promise<void>;
}

export interface LeaseTimes {
  readonly now: Instant;
  readonly until: Instant;
  /** A lease that ends later does not count: the clock was ahead when it was written, and its holder may be gone. */
  readonly longest: Instant;
}

/** Delivers items on this node. */
export interface DeliveryWorker<State extends string> {
  /** Starts polling. */
  start(): void;
  /** Attempts everything due now; resolves when nothing is in progress. */
  deliverDue(): Promise<void>;
  /** Finished attempts by resulting state. */
  outcomes(): ReadonlyMap<State, number>;
  /** Starts no more attempts. Those in progress get a moment to finish, and are otherwise repeated later. */
  close(): Promise<void>;
}

interface DeliveryDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
}

export function deliveryWorker<Item, State extends string, Settlement extends Settled<State>>(
  deps: DeliveryDeps,
  work: Outgoing<Item, State, Settlement>,
): DeliveryWorker<State> {
  const { database, clock, log } = deps;
  const outcomes = new Map<State, number>(work.tried.map((state) => [state, 0]));
  const workers = new Set<Promise<void>>();
  const stop = new AbortController();
  const closing = new AbortController();
  let polling: NodeJS.Timeout | undefined;
  let complainedAt = -Infinity;
  let recalledAt = -Infinity;

  const count = ({ state }: Settlement) => void outcomes.set(state, (outcomes.get(state) ?? 0) + 1);
  /** The next one starts when this one has found something: for a single item not all need search in vain. */
  const startWorker = () => {
    if (workers.size === work.workers || closing.signal.aborted) return;
    const told = { taken: startWorker, tried: count };
    const worker: Promise<void> = runWorker(deps, work, told, { closing: closing.signal, stop: stop.signal })
      .catch(complain)
      .finally(() => workers.delete(worker));
    workers.add(worker);
  };
  const complain = (error: unknown) => {
    if (clock.now() - complainedAt < COMPLAIN_EVERY) return;
    complainedAt = clock.now();
    log.warn({ err: error }, `${work.name} is unavailable`);
  };
  const recall = async () => {
    const now = clock.now();
    const longest = instantAt(now + LONGEST_PAUSE + CLOCKS_DIFFER);
    await database.transaction((tx) => work.recall(tx, instantAt(now), longest));
    recalledAt = performance.now();
  };
  const poll = async () => {
    try {
      if (work.isOn?.() === false) return;
      if (performance.now() - recalledAt >= RECALL_EVERY) await recall();
      if (workers.size < work.workers && (await work.hasDue(database.read, leaseTimes(clock.now())))) startWorker();
    } catch (error) {
      complain(error);
    } finally {
      if (!closing.signal.aborted) polling = setTimeout(() => void poll(), work.pollEvery);
    }
  };
  return {
    start: () => void poll(),
    deliverDue: async () => {
      await recall();
      startWorker();
      while (workers.size > 0) await Promise.all(workers);
    },
    outcomes: () => outcomes,
    close: async () => {
      closing.abort();
      clearTimeout(polling);
      const finished = Promise.all(workers);
      const enough = new AbortController();
      await Promise.race([finished, pause(FINISH_WITHIN, undefined, { signal: enough.signal }).catch(() => {})]);
      enough.abort();
      stop.abort();
      await finished;
    },
  };
}

interface DeliveryObserver<Settlement> {
  readonly taken: () => void;
  readonly tried: (settlement: Settlement) => void;
}

interface Signals {
  readonly closing: AbortSignal;
  readonly stop: AbortSignal;
}

/** Delivers one item after the other until none is due. Workers do not wait for each other. */
async function runWorker<Item, State extends string, Settlement extends Settled<State>>(
  { database, clock }: DeliveryDeps,
  work: Outgoing<Item, State, Settlement>,
  { taken, tried }: DeliveryObserver<Settlement>,
  { closing, stop }: Signals,
): Promise<void> {
  while (!closing.aborted) {
    const now = clock.now();
    const times = leaseTimes(now);
    const item = await database.transaction((tx) => work.lease(tx, times));
    if (item === undefined) return;
    taken();
    const settlement = await work.attempt(item, now, stop);
    tried(settlement);
    await patiently(stop, () => database.transaction((tx) => work.settle(tx, item, settlement)));
  }
}

const leaseTimes = (now: Milliseconds): LeaseTimes => ({
  now: instantAt(now),
  until: instantAt(now + LEASE),
  longest: instantAt(now + LEASE + CLOCKS_DIFFER),
});

/** Retries storing a result, unless the node is shutting down: the lease then expires, and the item is attempted again. */
async function patiently(stop: AbortSignal, settle: () => Promise<void>): Promise<void> {
  for (const wait of [...SETTLE_PAUSES, undefined]) {
    try {
      return await settle();
    } catch (error) {
      if (wait === undefined || stop.aborted) throw error;
      await pause(wait, undefined, { signal: stop });
    }
  }
}
