/** One metric, named as in the Prometheus text format. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly samples: readonly Sample[];
  /** What the same figure of several processes is together. Counters are always summed. */
  readonly together?: Together;
}

/** `highest` unless said otherwise: most figures are of the store, and the same wherever they are read. */
export type Together = 'sum' | 'highest' | 'lowest';

export interface Sample {
  /** For histograms. */
  readonly suffix?: '_bucket' | '_sum' | '_count';
  /** Few, from closed lists: a value chosen by a caller would create a series for each. */
  readonly labels?: Labels;
  readonly value: number;
}

export type Labels = Readonly<Record<string, string>>;

/** Called at every scrape, so it must be cheap. */
export type MetricSource = () => Promise<readonly Metric[]>;

/** A figure that only grows while the process lives. */
export const counter = (name: string, help: string, samples: number | readonly Sample[]): Metric => ({
  name,
  help,
  type: 'counter',
  samples: typeof samples === 'number' ? [{ value: samples }] : samples,
});

/** A figure as of now. */
export const gauge = (name: string, help: string, value: number | readonly Sample[], labels: Labels = {}): Metric => ({
  name,
  help,
  type: 'gauge',
  samples: typeof value === 'number' ? [{ labels, value }] : value,
});

/** Says what a gauge is where several processes serve together. */
export const over = (together: Together, metric: Metric): Metric => ({ ...metric, together });
