import { setTimeout as pause } from 'node:timers/promises';
import { seconds } from '../kernel/durations.ts';
import type { Metric, MetricSource } from './metric.ts';

/** Prometheus times out after ten seconds by default, and the other metrics matter most while the store is down. */
const WITHIN = seconds(3);

/** Reads every source; one that fails or is too slow is left out. */
export async function gatherMetrics(sources: readonly MetricSource[]): Promise<Metric[]> {
  const late = pause<readonly Metric[]>(WITHIN, [], { ref: false });
  const answers = sources.map((source) => Promise.race([source().catch(() => []), late]));
  return (await Promise.all(answers)).flat();
}
