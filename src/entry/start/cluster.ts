import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Settings } from '../../platform/config/settings.ts';
import { windowsForProcesses } from '../../platform/counters/shared-windows.ts';
import { systemClock } from '../../platform/kernel/clock.ts';
import { type Milliseconds, seconds } from '../../platform/kernel/durations.ts';
import { counter, gauge, type MetricSource } from '../../platform/metrics/metric.ts';
import { processMetrics } from '../../platform/metrics/process-metrics.ts';
import { figuresForProcesses } from '../../platform/metrics/shared-metrics.ts';
import { openServiceLog } from '../../platform/server/service-log.ts';
import { hashWorkersForProcesses } from '../../sign-in/passwords/shared-hash-workers.ts';
import type { SharedResource } from './cluster-worker.ts';
import { clusterWorkers, superviseWorkers } from './cluster-workers.ts';
import type { ProcessRole } from './process-role.ts';
import { type ServiceManager, serviceManager } from './service-manager.ts';

/**
 * Lets several processes serve on one port. This process starts them, keeps what they share (windows, the hash line, metrics)
 * and serves nobody itself. It loads neither the app nor the store. Resolves when they serve.
 */
export async function serveInCluster(settings: Settings, role: ProcessRole): Promise<void> {
  const { server } = settings;
  const { log, metrics } = openServiceLog(settings, { process: 0 });
  const windows = windowsForProcesses(systemClock);
  const figures = figuresForProcesses([metrics, processMetrics(), () => cluster.metrics()]);
  const sharedResources: SharedResource[] = [
    withoutRelease(windows),
    hashWorkersForProcesses(availableParallelism()),
    figures,
  ];
  const end = (code: number) => {
    cluster.kill();
    process.exit(code);
  };
  const cluster = clusterOf({
    size: server.processes,
    works: role !== 'answer',
    drainFor: seconds(server.drainSeconds),
    sharedResources,
    log,
    giveUp: (reason) => {
      log.fatal({ reason }, 'the service ends');
      console.error(`The service ends: ${reason}.`);
      end(1);
    },
  });
  const manager = serviceManager(log);
  listenToSignals(cluster, manager, end, () => log.info('stopped'));
  if (!(await cluster.begin())) end(1); // it has logged why
  log.info({ processes: server.processes, pid: process.pid }, 'processes serve together');
  await manager.ready();
}

/** Needs no clean-up: a slot in a window lapses unless its process renews it. */
const withoutRelease =
  (join: (...link: Parameters<SharedResource>) => void): SharedResource =>
  (link) => {
    join(link);
    return () => {};
  };

/** As with a single process: the first signal stops gracefully, a second one kills. */
function listenToSignals(
  cluster: Cluster,
  manager: ServiceManager,
  end: (code: number) => void,
  stopped: () => void,
): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return end(1);
    stopping = true;
    void manager.stopping();
    const inOrder = await cluster.stop();
    if (inOrder) stopped();
    end(inOrder ? 0 : 1);
  };
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
  // From a terminal, SIGHUP means that the terminal is gone, and ends the service as by default.
  if (!process.stdout.isTTY) process.on('SIGHUP', () => void cluster.renew());
}

/** The processes that serve together, including their replacements. */
interface Cluster {
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

interface ClusterOptions {
  readonly size: number;
  /** Whether one of them does background work. */
  readonly works: boolean;
  /** How long a process still serves after it was told to stop. */
  readonly drainFor: Milliseconds;
  readonly sharedResources: readonly SharedResource[];
  readonly log: Logger;
  /** Called when a process cannot be kept alive. */
  readonly giveUp: (reason: string) => void;
}

/** How often heartbeats are checked. A process sends one every second; after several silent checks it counts as hung. */
const CHECKED_EVERY: Milliseconds = seconds(5);
/** After draining, a process ends by itself within nine seconds. */
const STOP_WITHIN: Milliseconds = seconds(10);

function clusterOf({ size, works, drainFor, sharedResources, log, giveUp }: ClusterOptions): Cluster {
  const numbers = Array.from({ length: size }, (_, index) => index + 1);
  const members = clusterWorkers({ works, sharedResources, log });
  const supervision = superviseWorkers(members, log, giveUp);
  let renewing: Promise<void> | undefined;
  let renewAgain = false;

  const renewAll = async () => {
    do {
      renewAgain = false;
      for (const number of numbers) {
        if (members.isStopping()) return;
        if (await supervision.renew(number)) continue;
        if (!members.isStopping()) log.error({ worker: number }, 'a new process could not serve; the old ones go on');
        return;
      }
      log.info({ processes: size }, 'every process is new');
    } while (renewAgain);
  };
  return {
    begin: async () => {
      const first = members.begin(1, true);
      if (!(await first.ready)) return false;
      setInterval(members.killSilent, CHECKED_EVERY).unref();
      void supervision.keep(1, first);
      const others = numbers.slice(1).map((number) => {
        const member = members.begin(number);
        void supervision.keep(number, member);
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
      const late = pause(drainFor + STOP_WITHIN, undefined, { ref: false });
      return (await Promise.race([members.stop(), late]))?.every((how) => how === 'exit code 0') ?? false;
    },
    kill: members.kill,
    metrics: async () => [
      gauge('iskaznica_processes', 'Processes that serve together.', members.serving()),
      counter('iskaznica_process_ends_total', 'Processes that ended without being told to.', supervision.unexpected()),
    ],
  };
}
