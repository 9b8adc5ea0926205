import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Milliseconds, seconds } from '../kernel/durations.ts';
import { counter, gauge, type MetricSource } from '../metrics/metric.ts';
import { beginMember, type CrewMember, type Joining } from './crew-member.ts';
import { WORD } from './crew-role.ts';

/** The processes that serve together, including their replacements. */
export interface Crew {
  /** Starts all processes: first one alone, since it may have to migrate the schema. Returns false when that one cannot serve. */
  begin(): Promise<boolean>;
  /** Replaces the processes one after the other. If a new one cannot serve, the old ones stay. */
  renew(): Promise<void>;
  /** Lets requests in progress finish. Returns whether every process ended cleanly. */
  stop(): Promise<boolean>;
  /** Kills them at once. */
  kill(): void;
  readonly metrics: MetricSource;
}

interface CrewDeps {
  readonly size: number;
  /** Whether one of them does background work. */
  readonly works: boolean;
  /** How long a process still serves after it was told to stop. */
  readonly drainFor: Milliseconds;
  readonly joinings: readonly Joining[];
  readonly log: Logger;
  /** Called when a process cannot be kept alive. */
  readonly giveUp: (reason: string) => void;
}

/** A process that ends sooner counts as one that failed to start. */
const LIVED: Milliseconds = seconds(30);
const MOST_FAILURES = 5;
const FIRST_PAUSE: Milliseconds = 100;
/** How often heartbeats are checked. A process sends one every second; after several silent checks it counts as hung. */
const LOOK_EVERY: Milliseconds = seconds(5);
const MOST_SILENCES = 6;
/** After draining, a process ends by itself within nine seconds. */
const STOP_WITHIN: Milliseconds = seconds(10);

export function crewOf({ size, works, drainFor, joinings, log, giveUp }: CrewDeps): Crew {
  const slots = Array.from({ length: size }, (_, index) => index + 1);
  const all = new Set<CrewMember>();
  const current = new Map<number, CrewMember>();
  let unexpected = 0;
  let stopping = false;
  let renewing: Promise<void> | undefined;
  let renewAgain = false;

  const begin = (slot: number, isFirst = false): CrewMember => {
    const member = beginMember({ slot, isFirst }, joinings);
    all.add(member);
    log.info({ slot, pid: member.pid }, 'a process begins');
    void member.ready.then(appointWorker);
    void member.gone.then(() => {
      all.delete(member);
      appointWorker();
    });
    return member;
  };
  /** Assigns background work to one process; when that ends, to another. */
  const appointWorker = () => {
    if (!works || stopping || [...all].some((each) => each.works)) return;
    const [member] = [...all].filter(({ isServing }) => isServing).sort((one, other) => one.slot - other.slot);
    if (member === undefined) return;
    member.works = true;
    member.link.tell(WORD.work);
  };
  /** Restarts the process of a slot until it is replaced on purpose. */
  const keep = async (slot: number, first: CrewMember): Promise<void> => {
    let failures = 0;
    const isReplaced = (member: CrewMember) => stopping || current.get(slot) !== member;
    for (let member = first; ; member = begin(slot)) {
      current.set(slot, member);
      const how = await member.gone;
      if (isReplaced(member)) return;
      unexpected++;
      failures = performance.now() - member.begunAt < LIVED ? failures + 1 : 1;
      log.error({ slot, pid: member.pid, how }, 'a process ended and is begun anew');
      if (failures >= MOST_FAILURES)
        return giveUp(`process ${slot} ended ${failures} times in a row, the last time by ${how}`);
      await pause(FIRST_PAUSE * 2 ** (failures - 1));
      if (isReplaced(member)) return;
    }
  };
  const renewSlot = async (slot: number): Promise<boolean> => {
    const next = begin(slot);
    if (!(await next.ready)) return false;
    const before = current.get(slot);
    void keep(slot, next);
    if (before === undefined) return true;
    before.isServing = false;
    before.link.tell(WORD.retire);
    await before.gone;
    return true;
  };
  const renewAll = async () => {
    do {
      renewAgain = false;
      for (const slot of slots) {
        if (stopping) return;
        if (await renewSlot(slot)) continue;
        if (!stopping) log.error({ slot }, 'a new process could not serve; the old ones go on');
        return;
      }
      log.info({ processes: size }, 'every process is new');
    } while (renewAgain);
  };
  const look = () => {
    for (const member of all) {
      member.silences++;
      if (member.silences < MOST_SILENCES) continue;
      log.error({ slot: member.slot, pid: member.pid }, 'a process hangs and is ended');
      member.kill();
    }
  };
  return {
    begin: async () => {
      const first = begin(1, true);
      if (!(await first.ready)) return false;
      setInterval(look, LOOK_EVERY).unref();
      void keep(1, first);
      const others = slots.slice(1).map((slot) => {
        const member = begin(slot);
        void keep(slot, member);
        return member.ready;
      });
      await Promise.all(others);
      return true;
    },
    renew: () => {
      renewAgain = true;
      renewing ??= renewAll().finally(() => {
        renewing = undefined;
      });
      return renewing;
    },
    stop: async () => {
      stopping = true;
      for (const { link } of all) link.tell(WORD.stop);
      const ends = Promise.all([...all].map(({ gone }) => gone));
      const late = pause(drainFor + STOP_WITHIN, undefined, { ref: false });
      return (await Promise.race([ends, late]))?.every((how) => how === 'exit code 0') ?? false;
    },
    kill: () => {
      stopping = true;
      for (const member of all) member.kill();
    },
    metrics: async () => [
      gauge('iskaznica_processes', 'Processes that serve together.', [...all].filter((one) => one.isServing).length),
      counter('iskaznica_process_ends_total', 'Processes that ended without being told to.', unexpected),
    ],
  };
}
