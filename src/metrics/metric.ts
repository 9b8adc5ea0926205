/** One figure, or the same of several kinds; the names are those of the Prometheus text format. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly samples: readonly Sample[];
}

export interface Sample {
  /** Of a histogram. */
  readonly suffix?: '_bucket' | '_sum' | '_count';
  /** Few and from lists of our own: a value that a caller chooses would make a series for each. */
  readonly labels?: Labels;
  readonly value: number;
}

export type Labels = Readonly<Record<string, string>>;

/** Asked at every scrape: whatever it does must cost next to nothing. */
export type MetricSource = () => Promise<readonly Metric[]>;

/** A figure that only grows while the process lives. */
export const counter = (name: string, help: string, samples: number | readonly Sample[]): Metric => ({
  name,
  help,
  type: 'counter',
  samples: typeof samples === 'number' ? [{ value: samples }] : samples,
});

/** A figure as of now, or the same of several kinds. */
export const gauge = (name: string, help: string, value: number | readonly Sample[], labels: Labels = {}): Metric => ({
  name,
  help,
  type: 'gauge',
  samples: typeof value === 'number' ? [{ labels, value }] : value,
});
