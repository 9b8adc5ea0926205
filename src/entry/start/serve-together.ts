import { availableParallelism } from 'node:os';
import type { Settings } from '../../platform/config/settings.ts';
import { windowsForProcesses } from '../../platform/counters/shared-windows.ts';
import { systemClock } from '../../platform/kernel/clock.ts';
import { seconds } from '../../platform/kernel/durations.ts';
import { processMetrics } from '../../platform/metrics/process-metrics.ts';
import { figuresForProcesses } from '../../platform/metrics/shared-metrics.ts';
import { openServiceLog } from '../../platform/server/service-log.ts';
import { hashWorkersForProcesses } from '../../sign-in/passwords/shared-hash-workers.ts';
import { type Crew, crewOf } from './crew.ts';
import type { Joining } from './crew-member.ts';
import type { Duty } from './duty.ts';
import { type ServiceManager, serviceManager } from './service-manager.ts';

/**
 * Lets several processes serve on one port. This process starts them, keeps what they share (windows, the hash line, metrics)
 * and serves nobody itself. It loads neither the app nor the store. Resolves when they serve.
 */
export async function serveTogether(settings: Settings, duty: Duty): Promise<void> {
  const { server } = settings;
  const { log, metrics } = openServiceLog(settings, { process: 0 });
  const windows = windowsForProcesses(systemClock);
  const figures = figuresForProcesses([metrics, processMetrics(), () => crew.metrics()]);
  const joinings: Joining[] = [withoutLeaving(windows), hashWorkersForProcesses(availableParallelism()), figures];
  const end = (code: number) => {
    crew.kill();
    process.exit(code);
  };
  const crew = crewOf({
    size: server.processes,
    works: duty !== 'answer',
    drainFor: seconds(server.drainSeconds),
    joinings,
    log,
    giveUp: (reason) => {
      log.fatal({ reason }, 'the service ends');
      console.error(`The service ends: ${reason}.`);
      end(1);
    },
  });
  const manager = serviceManager(log);
  listenToSignals(crew, manager, end, () => log.info('stopped'));
  if (!(await crew.begin())) end(1); // it has logged why
  log.info({ processes: server.processes, pid: process.pid }, 'processes serve together');
  await manager.ready();
}

/** Needs no clean-up: a slot in a window lapses unless its process renews it. */
const withoutLeaving =
  (join: (...link: Parameters<Joining>) => void): Joining =>
  (link) => {
    join(link);
    return () => {};
  };

/** As with a single process: the first signal stops gracefully, a second one kills. */
function listenToSignals(crew: Crew, manager: ServiceManager, end: (code: number) => void, stopped: () => void): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return end(1);
    stopping = true;
    void manager.stopping();
    const inOrder = await crew.stop();
    if (inOrder) stopped();
    end(inOrder ? 0 : 1);
  };
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
  // From a terminal, SIGHUP means that the terminal is gone, and ends the service as by default.
  if (!process.stdout.isTTY) process.on('SIGHUP', () => void crew.renew());
}
