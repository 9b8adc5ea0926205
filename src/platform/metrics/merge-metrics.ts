import type { Metric, Sample, Together } from './metric.ts';

/**
 * Merges the metrics of several processes: counters are summed for each set of labels, gauges are combined as they declare
 * (`together`).
 */
export function mergeMetrics(all: Iterable<readonly Metric[]>): Metric[] {
  const merged = new Map<string, Omit<Metric, 'samples'> & { samples: Map<string, Sample> }>();
  for (const metrics of all) {
    for (const metric of metrics) {
      const known = merged.get(metric.name);
      const samples = known?.samples ?? new Map<string, Sample>();
      if (known === undefined) merged.set(metric.name, { ...metric, samples });
      for (const sample of metric.samples) addSample(samples, sample, togetherOf(metric));
    }
  }
  return [...merged.values()].map(({ samples, ...metric }) => ({ ...metric, samples: [...samples.values()] }));
}

/** The metrics to keep of an ended process: without its counts the sums would fall, which looks like a restart. */
export const countedOnly = (metrics: readonly Metric[]): Metric[] => metrics.filter(({ type }) => type !== 'gauge');

const togetherOf = ({ type, together = 'highest' }: Metric): Together => (type === 'gauge' ? together : 'sum');

const TOGETHER: Record<Together, (one: number, other: number) => number> = {
  sum: (one, other) => one + other,
  highest: Math.max,
  lowest: Math.min,
};

function addSample(samples: Map<string, Sample>, sample: Sample, together: Together): void {
  const key = JSON.stringify([sample.suffix, sample.labels ?? {}]); // all processes write labels in the same order
  const known = samples.get(key);
  samples.set(key, known ? { ...known, value: TOGETHER[together](known.value, sample.value) } : sample);
}
