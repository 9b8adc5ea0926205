import { seconds } from '../kernel/durations.ts';
import type { ProcessLink } from '../kernel/process-link.ts';
import { gatherMetrics } from './gather-metrics.ts';
import { countedOnly, mergeMetrics } from './merge-metrics.ts';
import type { Metric, MetricSource } from './metric.ts';

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
