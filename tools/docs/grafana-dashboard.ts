import type { Metric } from '../../src/platform/metrics/metric.ts';

/** The rows of the dashboard, in order. A metric belongs to the first row whose pattern it matches. */
const ROWS: readonly (readonly [title: string, metrics: RegExp])[] = [
  ['Requests', /_http_|_refusals_/],
  ['Sign-ins', /_sign_ins_|_lockouts_|_accounts_locked|_address_windows_/],
  ['Passwords', /_hash_queue_/],
  ['What nodes share', /_store_|_counters_|_files_/],
  ['Mail', /_mails?_/],
  ['Audit log', /_audit_/],
  ['Backups', /_backup_/],
  ['Recurring work', /_job_/],
  ['Processes', /./],
];

const COLUMNS = 3;
const PAGE_WIDTH = 24;
const PANEL = { w: PAGE_WIDTH / COLUMNS, h: 7 };
const DATASOURCE = { type: 'prometheus', uid: '$datasource' };
/** The label that identifies a node; Prometheus adds it. */
const NODE = 'job=~"$job", instance=~"$instance"';

interface Panel {
  readonly type: 'row' | 'timeseries';
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
}

/** A Grafana dashboard with a panel for each metric: its rate, level or age, depending on the metric's type and name. */
export function grafanaDashboard(metrics: readonly Metric[]): object {
  return {
    uid: 'iskaznica',
    title: 'Iskaznica',
    tags: ['iskaznica'],
    editable: true,
    schemaVersion: 39,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: { list: [datasource, choice('job', 'iskaznica_build_info'), choice('instance', NODES_OF_JOB)] },
    annotations: { list: [restarts] },
    panels: panelsOf(metrics).map((panel, index) => ({ id: index + 1, ...panel })),
  };
}

const NODES_OF_JOB = 'iskaznica_build_info{job=~"$job"}';

const datasource = { name: 'datasource', type: 'datasource', query: 'prometheus', label: 'Prometheus' };

const choice = (name: string, metric: string) => ({
  name,
  type: 'query',
  datasource: DATASOURCE,
  query: { query: `label_values(${metric}, ${name})`, refId: name },
  refresh: 2,
  multi: true,
  includeAll: true,
  current: { text: 'All', value: '$__all' },
});

const restarts = {
  name: 'Restarts',
  enable: true,
  iconColor: 'orange',
  datasource: DATASOURCE,
  expr: `changes(process_start_time_seconds{${NODE}}[$__interval]) > 0`,
  titleFormat: 'Restart of {{instance}}',
};

function panelsOf(metrics: readonly Metric[]): Panel[] {
  const panels: Panel[] = [];
  let y = 0;
  for (const [title, ...members] of rowsOf(metrics)) {
    panels.push({ type: 'row', title, gridPos: { x: 0, y, w: PAGE_WIDTH, h: 1 } });
    for (const [index, metric] of members.entries()) {
      const place = { x: (index % COLUMNS) * PANEL.w, y: y + 1 + Math.floor(index / COLUMNS) * PANEL.h, ...PANEL };
      panels.push(panelOf(metric, place));
    }
    y += 1 + Math.ceil(members.length / COLUMNS) * PANEL.h;
  }
  return panels;
}

function rowsOf(metrics: readonly Metric[]): [title: string, ...members: Metric[]][] {
  const rowOf = ({ name }: Metric) => ROWS.find(([, pattern]) => pattern.test(name));
  const rows = ROWS.map((row): [string, ...Metric[]] => [row[0], ...metrics.filter((metric) => rowOf(metric) === row)]);
  return rows.filter(({ length }) => length > 1);
}

const panelOf = (metric: Metric, gridPos: Panel['gridPos']) => ({
  type: 'timeseries' as const,
  title: metric.name,
  description: metric.help,
  gridPos,
  datasource: DATASOURCE,
  fieldConfig: { defaults: { unit: unitOf(metric), min: 0, custom: { fillOpacity: 8 } }, overrides: [] },
  options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
  targets: expressionsOf(metric).map(([expr, legendFormat], index) => ({
    refId: String.fromCharCode(65 + index),
    datasource: DATASOURCE,
    expr,
    legendFormat,
  })),
});

const isInstant = ({ name }: Metric): boolean => /_timestamp_seconds$|_start_time_seconds$/.test(name);

function unitOf(metric: Metric): string {
  if (metric.name.endsWith('_seconds_total')) return 'percentunit';
  if (metric.type === 'counter') return 'cps';
  if (metric.name.endsWith('_bytes')) return 'bytes';
  return metric.name.endsWith('_seconds') ? 's' : 'short';
}

/** PromQL with a legend each. */
function expressionsOf(metric: Metric): (readonly [string, string])[] {
  const series = (suffix = '') => `${metric.name}${suffix}{${NODE}}`;
  if (metric.type === 'histogram') {
    const quantile = (share: number) =>
      `histogram_quantile(${share}, sum by (le) (rate(${series('_bucket')}[$__rate_interval])))`;
    return [0.5, 0.95, 0.99].map((share) => [quantile(share), `p${share * 100}`]);
  }
  // Labels of the metric's own stay apart, and nodes are told together: which one stands out is asked by `instance`.
  if (metric.type === 'counter')
    return [[`sum without (job, instance) (rate(${series()}[$__rate_interval]))`, '__auto']];
  if (isInstant(metric)) return [[`time() - ${AGGREGATE.highest} (${series()} > 0)`, '__auto']];
  return [[`${AGGREGATE[metric.together ?? 'highest']} (${series()})`, '__auto']];
}

const AGGREGATE = {
  sum: 'sum without (job)',
  highest: 'max without (job)',
  lowest: 'min without (job)',
} as const;
