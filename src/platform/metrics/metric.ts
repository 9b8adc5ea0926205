/** One metric, named as in the Prometheus text format. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly samples: readonly Sample[];
  /** How the values of several processes are combined. Counters are always summed. */
  readonly together?: Together;
}

/** Default: `highest`, since most gauges are about the store and the same in every process. */
export type Together = 'sum' | 'highest' | 'lowest';

export interface Sample {
  /** For histograms. */
  readonly suffix?: '_bucket' | '_sum' | '_count';
  /** Few, from closed lists: a value chosen by a caller would create a series for each. */
  readonly labels?: Labels;
  readonly value: number;
}

type Labels = Readonly<Record<string, string>>;

/** Called at every scrape, so it must be cheap. */
export type MetricSource = () => Promise<readonly Metric[]>;

/** A value that only grows while the process lives. */
export const counter = (name: string, help: string, samples: number | readonly Sample[]): Metric => ({
  name,
  help,
  type: 'counter',
  samples: typeof samples === 'number' ? [{ value: samples }] : samples,
});

/** A current value. */
export const gauge = (name: string, help: string, value: number | readonly Sample[], labels: Labels = {}): Metric => ({
  name,
  help,
  type: 'gauge',
  samples: typeof value === 'number' ? [{ labels, value }] : value,
});

/** Declares how a gauge is combined when several processes serve together. */
export const over = (together: Together, metric: Metric): Metric => ({ ...metric, together });

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** The Prometheus text exposition format 0.0.4. */
export const metricsText = (metrics: readonly Metric[]): string =>
  `${metrics.map((metric) => linesOf(metric).join('\n')).join('\n')}\n`;

const linesOf = ({ name, help, type, samples }: Metric): string[] => [
  `# HELP ${name} ${help.replace(/[\\\n]/g, escaped)}`,
  `# TYPE ${name} ${type}`,
  ...samples.map(
    ({ suffix, labels = {}, value }: Sample) => `${name}${suffix ?? ''}${labelText(labels)} ${number(value)}`,
  ),
];

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, escaped)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

const escaped = (character: string): string => (character === '\n' ? '\\n' : `\\${character}`);

const number = (value: number): string => (value === Infinity ? '+Inf' : String(value));
