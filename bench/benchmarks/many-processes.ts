import type { BenchSite } from '../support/bench-site.ts';
import { ceilingFigure, type Figure } from '../support/figures.ts';
import { processorMs, withChildren } from '../support/process-cost.ts';
import { getMeRateAt, tokensFor } from '../support/request-rate.ts';
import { type ServiceProcess, startService } from '../support/service-process.ts';

const PROCESSES = 2;

/**
 * Processor time of GET me with several processes compared with one: the cost of sharing a port, windows and metrics. Not for
 * the embedded store, which has one process.
 */
export async function manyProcesses({ store, seeded, service, pace }: BenchSite): Promise<Figure[]> {
  if (store.databaseUrl === undefined) return [];
  const tokens = tokensFor(seeded);
  const together = await startService({ ...store.env, SVC_PROCESSES: String(PROCESSES) });
  const cost = async ({ url, process }: ServiceProcess): Promise<number> => {
    const pids = withChildren(process.pid ?? 0);
    const before = processorMs(pids);
    const rate = await getMeRateAt(url, tokens, pace.seconds);
    return (processorMs(pids) - before) / (rate * pace.seconds);
  };
  const times: number[] = [];
  try {
    await cost(together); // warm
    for (let round = 0; round < pace.rounds; round++) times.push((await cost(together)) / (await cost(service)));
  } finally {
    await together.stop();
  }
  const about = { what: `GET me: processor time with ${PROCESSES} processes`, engine: store.engine, unit: '× of one' };
  return [ceilingFigure(about, 1.15, times)];
}
