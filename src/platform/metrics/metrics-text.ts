import type { Labels, Metric, Sample } from './metric.ts';

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** The Prometheus text exposition format 0.0.4. */
export const metricsText = (metrics: readonly Metric[]): string =>
  `${metrics.map((metric) => linesOf(metric).join('\n')).join('\n')}\n`;

const linesOf = ({ name, help, type, samples }: Metric): string[] => [
  `# HELP ${name} ${help.replace(/[\\\n]/g, escaped)}`,
  `# TYPE ${name} ${type}`,
  ...samples.map(({ suffix, labels = {}, value }: Sample) => `${name}${suffix ?? ''}${shown(labels)} ${number(value)}`),
];

function shown(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, escaped)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

const escaped = (character: string): string => (character === '\n' ? '\\n' : `\\${character}`);

const number = (value: number): string => (value === Infinity ? '+Inf' : String(value));
