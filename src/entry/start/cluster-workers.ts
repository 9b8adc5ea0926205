import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Milliseconds, seconds } from '../../platform/kernel/durations.ts';
import { type ClusterWorker, type SharedResource, startWorker } from './cluster-worker.ts';
import { MESSAGE } from './process-role.ts';

interface ClusterWorkersOptions {
  /** Whether one of them does background work. */
  readonly works: boolean;
  readonly sharedResources: readonly SharedResource[];
  readonly log: Logger;
}

/** All processes that have begun and not ended, those that are being replaced among them. */
export interface ClusterWorkers {
  begin(number: number, isFirst?: boolean): ClusterWorker;
  serving(): number;
  /** Called at intervals: kills those whose heartbeats stay away. */
  killSilent(): void;
  /** Tells all of them to stop. Resolves to how each one ended. */
  stop(): Promise<string[]>;
  kill(): void;
  /** Whether `stop` or `kill` was called. */
  isStopping(): boolean;
}

const MOST_SILENCES = 6;

export function clusterWorkers({ works, sharedResources, log }: ClusterWorkersOptions): ClusterWorkers {
  const all = new Set<ClusterWorker>();
  let stopping = false;
  /** Assigns background work to one process; when that ends, to another. */
  const appointWorker = () => {
    if (!works || stopping || [...all].some((each) => each.works)) return;
    const [member] = [...all].filter(({ isServing }) => isServing).sort((one, other) => one.number - other.number);
    if (member === undefined) return;
    member.works = true;
    member.link.tell(MESSAGE.work);
  };
  return {
    begin: (number, isFirst = false) => {
      const member = startWorker({ number, isFirst }, sharedResources);
      all.add(member);
      log.info({ worker: number, pid: member.pid }, 'a process begins');
      void member.ready.then(appointWorker);
      void member.gone.then(() => {
        all.delete(member);
        appointWorker();
      });
      return member;
    },
    serving: () => [...all].filter(({ isServing }) => isServing).length,
    killSilent: () => {
      for (const member of all) {
        member.silences++;
        if (member.silences < MOST_SILENCES) continue;
        log.error({ worker: member.number, pid: member.pid }, 'a process hangs and is ended');
        member.kill();
      }
    },
    stop: () => {
      stopping = true;
      for (const { link } of all) link.tell(MESSAGE.stop);
      return Promise.all([...all].map(({ gone }) => gone));
    },
    kill: () => {
      stopping = true;
      for (const member of all) member.kill();
    },
    isStopping: () => stopping,
  };
}

/** Keeps one process alive for each number. */
interface Supervision {
  /** Restarts the process of a number until it is replaced on purpose. */
  keep(number: number, first: ClusterWorker): Promise<void>;
  /** Replaces the process of a number. False when the new one cannot serve; the old one then stays. */
  renew(number: number): Promise<boolean>;
  /** Processes that ended without being told to. */
  unexpected(): number;
}

/** A process that ends sooner counts as one that failed to start. */
const LIVED: Milliseconds = seconds(30);
const MOST_FAILURES = 5;
const FIRST_PAUSE: Milliseconds = 100;

/** `giveUp` is called when a process cannot be kept alive. */
export function superviseWorkers(members: ClusterWorkers, log: Logger, giveUp: (reason: string) => void): Supervision {
  const current = new Map<number, ClusterWorker>();
  let unexpected = 0;
  const keep = async (number: number, first: ClusterWorker): Promise<void> => {
    let failures = 0;
    const isReplaced = (member: ClusterWorker) => members.isStopping() || current.get(number) !== member;
    for (let member = first; ; member = members.begin(number)) {
      current.set(number, member);
      const how = await member.gone;
      if (isReplaced(member)) return;
      unexpected++;
      failures = performance.now() - member.begunAt < LIVED ? failures + 1 : 1;
      log.error({ worker: number, pid: member.pid, how }, 'a process ended and is begun anew');
      if (failures >= MOST_FAILURES)
        return giveUp(`process ${number} ended ${failures} times in a row, the last time by ${how}`);
      await pause(FIRST_PAUSE * 2 ** (failures - 1));
      if (isReplaced(member)) return;
    }
  };
  return {
    keep,
    renew: async (number) => {
      const next = members.begin(number);
      if (!(await next.ready)) return false;
      const before = current.get(number);
      void keep(number, next);
      if (before === undefined) return true;
      before.isServing = false;
      before.link.tell(MESSAGE.retire);
      await before.gone;
      return true;
    },
    unexpected: () => unexpected,
  };
}
