import { seconds } from '../kernel/durations.ts';
import type { ProcessLink } from '../kernel/process-link.ts';
import { gatherMetrics } from './gather-metrics.ts';
import { countedOnly, mergeMetrics } from './merge-metrics.ts';
import type { Metric, MetricSource } from './metric.ts';

const OWN = 'metrics.own';
const ALL = 'metrics.all';
const LAST = 'metrics.last';
/** A process leaves out what it cannot tell in three seconds; Prometheus waits for ten. */
const OWN_WITHIN = seconds(4);
const ALL_WITHIN = seconds(6);

/** The figures of a process. */
export interface Figures {
  /** What a scrape is answered with: those of all processes of one start, where there are several. */
  all(): Promise<readonly Metric[]>;
  /** Leaves what this process has counted with its parent, before it ends. */
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
 * Puts the figures of all processes of one start together, in the parent. Call the result for each process; it returns what
 * keeps the counters of that process once it is gone, as they were told last.
 */
export function figuresForProcesses(parents: readonly MetricSource[]): (link: ProcessLink) => () => void {
  const newest = new Map<ProcessLink, readonly Metric[]>();
  const links = new Set<ProcessLink>();
  let ofThoseGone: readonly Metric[] = [];
  const renew = async (link: ProcessLink) => {
    const told = await link.ask<Metric[]>(OWN, null, OWN_WITHIN).catch(() => undefined);
    if (told !== undefined && links.has(link)) newest.set(link, told); // who is silent stays as it was told last
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
