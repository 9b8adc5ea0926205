import { setTimeout as pause } from 'node:timers/promises';
import { seconds } from '../kernel/durations.ts';
import type { Metric, MetricSource } from './metric.ts';

/** Prometheus waits ten seconds by default, and wants the other figures above all when the store is away. */
const WITHIN = seconds(3);

/** Asks every source. One that fails or does not answer in time is left out. */
export async function gatherMetrics(sources: readonly MetricSource[]): Promise<Metric[]> {
  const late = pause(WITHIN, [] as readonly Metric[], { ref: false });
  const answers = sources.map((source) => Promise.race([source().catch(() => []), late]));
  return (await Promise.all(answers)).flat();
}
