import type { BenchSite } from '../support/bench-site.ts';
import { ceilingFigure, type Figure } from '../support/figures.ts';
import { processorMs, withChildren } from '../support/process-cost.ts';
import { getMeRateAt, tokensFor } from '../support/request-rate.ts';
import { type ServiceProcess, startService } from '../support/service-process.ts';

const PROCESSES = 2;
/** The processes share the requests, so that each takes longer to be compiled. */
const WARM_ROUNDS = 5;

/**
 * Processor time of GET me with several processes compared with one: the cost of sharing a port, windows and metrics. Each
 * process has as many connections, since requests that wait together share a round trip to the store. Not for the embedded store,
 * which has one process.
 */
export async function manyProcesses({ store, seeded, service, pace }: BenchSite): Promise<Figure[]> {
  if (store.databaseUrl === undefined) return [];
  const tokens = tokensFor(seeded);
  const together = await startService({ ...store.env, SVC_PROCESSES: String(PROCESSES) });
  const cost = async ({ url, process }: ServiceProcess, processes: number): Promise<number> => {
    const pids = withChildren(process.pid ?? 0);
    const before = processorMs(pids);
    const rate = await getMeRateAt(url, tokens, pace.seconds, processes);
    return (processorMs(pids) - before) / (rate * pace.seconds);
  };
  const times: number[] = [];
  try {
    for (let round = 0; round < WARM_ROUNDS; round++) await cost(together, PROCESSES);
    await cost(service, 1);
    for (let round = 0; round < pace.rounds; round++)
      times.push((await cost(together, PROCESSES)) / (await cost(service, 1)));
  } finally {
    await together.stop();
  }
  const about = { what: `GET me: processor time with ${PROCESSES} processes`, engine: store.engine, unit: '× of one' };
  return [ceilingFigure(about, 1.15, times)];
}
