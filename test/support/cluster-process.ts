import { Agent } from 'node:http';
import type { TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type Environment, type ServiceProcess, startProcess } from './service-process.ts';

export interface LogLine {
  readonly process: number;
  readonly msg: string;
  readonly worker?: number;
  readonly pid?: number;
  readonly request_id?: string;
}

/** A service of several processes. */
export interface ClusterProcess extends ServiceProcess {
  /** Whole lines of the log so far. */
  lines(): LogLine[];
  /** The newest process of each worker. */
  pids(): ReadonlyMap<number, number>;
  /** Which process answered. */
  answeredBy(requestId: string): Promise<number>;
  /** Resolves when that many lines match. */
  untilSaid(msg: string, count?: number): Promise<LogLine>;
}

/** A connection of its own for each call, so that processes take turns. */
export const oneByOne = (t: TestContext): Agent => {
  const agent = new Agent({ keepAlive: false, maxSockets: 64 });
  t.after(() => agent.destroy());
  return agent;
};

/** Starts that many processes on one port and waits until all of them serve. */
export async function startCluster(t: TestContext, env: Environment, processes: number): Promise<ClusterProcess> {
  const together = { SVC_LOG_LEVEL: 'info', SVC_PROCESSES: String(processes) };
  const service = await startProcess(t, { ...env, ...together });
  const lines = () =>
    service
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{') && line.endsWith('}'))
      .map((line) => JSON.parse(line) as LogLine);
  const until = async (find: () => LogLine | undefined, wanted: string) => {
    for (const giveUpAt = performance.now() + 90_000; performance.now() < giveUpAt; await pause(20)) {
      const found = find();
      if (found) return found;
    }
    throw new Error(`The log never said ${wanted}: ${service.output().slice(-4000)}`);
  };
  const untilSaid = (msg: string, count = 1) =>
    until(() => lines().filter((line) => line.msg === msg)[count - 1], `${msg} (${count})`);
  await untilSaid('processes serve together');
  return {
    ...service,
    lines,
    untilSaid,
    pids: () =>
      new Map(
        lines()
          .filter(({ msg }) => msg === 'a process begins')
          .map(({ worker = 0, pid = 0 }) => [worker, pid]),
      ),
    answeredBy: async (id) => (await until(() => lines().find((line) => line.request_id === id), id)).process,
  };
}

/** Whether a process is running. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Resolves when all of these have ended. */
export async function untilGone(pids: Iterable<number>): Promise<void> {
  const all = [...pids];
  for (const giveUpAt = performance.now() + 15_000; performance.now() < giveUpAt; await pause(20))
    if (!all.some(isAlive)) return;
  throw new Error(`${all.filter(isAlive)} are still there`);
}
