import { setTimeout as pause } from 'node:timers/promises';
import { seconds } from '../kernel/durations.ts';
import type { ProcessLink } from '../kernel/process-link.ts';
import type { Metric, MetricSource, Sample, Together } from './metric.ts';

const OWN = 'metrics.own';
const ALL = 'metrics.all';
const LAST = 'metrics.last';
/** Longer than the three seconds after which a process leaves a source out; Prometheus waits for ten. */
const OWN_WITHIN = seconds(4);
const ALL_WITHIN = seconds(6);

/** The metrics of a process. */
export interface Figures {
  /** The response to a scrape: the merged metrics of all processes that serve together. */
  all(): Promise<readonly Metric[]>;
  /** Sends this process's counters to the parent before it ends. */
  leave(): Promise<void>;
}

export function figuresOf(sources: readonly MetricSource[], parent?: ProcessLink): Figures {
  const own = () => gatherMetrics(sources);
  parent?.on(OWN, own);
  return {
    all: async () => (parent === undefined ? own() : parent.ask<Metric[]>(ALL, await own(), ALL_WITHIN)),
    leave: async () => {
      await parent?.ask(LAST, await own(), OWN_WITHIN).catch(() => {});
    },
  };
}

/**
 * Merges, in the parent, the metrics of all its processes. Call the result for each process; it returns a function to call when
 * the process is gone, which keeps its last counters.
 */
export function figuresForProcesses(parents: readonly MetricSource[]): (link: ProcessLink) => () => void {
  const newest = new Map<ProcessLink, readonly Metric[]>();
  const links = new Set<ProcessLink>();
  let ofThoseGone: readonly Metric[] = [];
  const renew = async (link: ProcessLink) => {
    const told = await link.ask<Metric[]>(OWN, null, OWN_WITHIN).catch(() => undefined);
    if (told !== undefined && links.has(link)) newest.set(link, told); // a silent process keeps its last values
  };
  return (link) => {
    links.add(link);
    link.on<Metric[]>(ALL, async (told) => {
      newest.set(link, told);
      await Promise.all([...links].filter((other) => other !== link).map(renew));
      return mergeMetrics([await gatherMetrics(parents), ofThoseGone, ...newest.values()]);
    });
    link.on<Metric[]>(LAST, (told) => void newest.set(link, told));
    return () => {
      ofThoseGone = mergeMetrics([ofThoseGone, countedOnly(newest.get(link) ?? [])]);
      newest.delete(link);
      links.delete(link);
    };
  };
}

/** Prometheus times out after ten seconds by default, and the other metrics matter most while the store is down. */
const WITHIN = seconds(3);

/** Reads every source; one that fails or is too slow is left out. */
async function gatherMetrics(sources: readonly MetricSource[]): Promise<Metric[]> {
  const late = pause<readonly Metric[]>(WITHIN, [], { ref: false });
  const answers = sources.map((source) => Promise.race([source().catch(() => []), late]));
  return (await Promise.all(answers)).flat();
}

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
const countedOnly = (metrics: readonly Metric[]): Metric[] => metrics.filter(({ type }) => type !== 'gauge');

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
