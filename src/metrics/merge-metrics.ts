import type { Metric, Sample, Together } from './metric.ts';

/**
 * The figures of several processes as those of one: what is counted is summed for each set of labels, a gauge is what it
 * says it is together.
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

/** What outlives a process: its counters would else fall by what it had counted, which looks like a restart of all. */
export const countedOnly = (metrics: readonly Metric[]): Metric[] => metrics.filter(({ type }) => type !== 'gauge');

const togetherOf = ({ type, together = 'highest' }: Metric): Together => (type === 'gauge' ? together : 'sum');

const TOGETHER: Record<Together, (one: number, other: number) => number> = {
  sum: (one, other) => one + other,
  highest: Math.max,
  lowest: Math.min,
};

function addSample(samples: Map<string, Sample>, sample: Sample, together: Together): void {
  const key = JSON.stringify([sample.suffix, sample.labels ?? {}]); // each process writes its labels in one order
  const known = samples.get(key);
  samples.set(key, known ? { ...known, value: TOGETHER[together](known.value, sample.value) } : sample);
}
