import { setTimeout as pause } from 'node:timers/promises';
import type { Counters } from '../../platform/counters/open-counters.ts';
import type { Database, StoreServer } from '../../platform/database/database.ts';
import type { Route } from '../../platform/http/define-route.ts';
import type { RecurringJobs } from '../../platform/jobs/recurring-jobs.ts';
import { epochOf } from '../../platform/kernel/clock.ts';
import { seconds } from '../../platform/kernel/durations.ts';
import { counter, gauge, type Metric, type MetricSource, over } from '../../platform/metrics/metric.ts';
import { processMetrics } from '../../platform/metrics/process-metrics.ts';
import type { RequestMetrics } from '../../platform/metrics/request-metrics.ts';
import type { Readiness } from '../../platform/server/readiness.ts';

interface AppMetricsDeps {
  readonly version: string;
  readonly requests: RequestMetrics;
  readonly routes: readonly Route[];
  readonly database: Database;
  readonly jobs: Pick<RecurringJobs, 'tallies'>;
  readonly readiness: Readiness;
  readonly sharedCounters: Pick<Counters, 'kept' | 'losses'>;
}

/** A node's own metrics, besides those of its rooms. None is about a person or a tenant. */
export const appMetrics = ({
  version,
  requests,
  routes,
  database,
  jobs,
  readiness,
  sharedCounters,
}: AppMetricsDeps): MetricSource[] => [
  async () => [gauge('iskaznica_build_info', 'The version that runs.', 1, { version })],
  processMetrics(),
  requests.source,
  async () => [signIns(requests, routes)],
  () => storeMetrics(database),
  () => partMetrics(readiness, sharedCounters),
  async () => jobMetrics(jobs),
];

/** Every declared outcome has its series from the start, so that a first failure shows as an increase. */
function signIns(requests: RequestMetrics, routes: readonly Route[]): Metric {
  const samples = routes.flatMap(({ method, path, wayIn: way, responses }) => {
    if (way === undefined) return [];
    const none = responses.refusals.map((code) => [code, 0] as const);
    const outcomes = new Map([...none, ...requests.outcomesOf(method, path)]);
    return [...outcomes].map(([outcome, value]) => ({ labels: { way, outcome }, value }));
  });
  return counter('iskaznica_sign_ins_total', 'Tries to sign in: ok, or the code of the refusal.', samples);
}

/** Prometheus times out after ten seconds by default, and the other metrics matter most while the store is down. */
const STORE_WITHIN = seconds(2);

async function storeMetrics(database: Database): Promise<Metric[]> {
  const { busy, idle, waiting } = database.load();
  const engine = { engine: database.engine };
  const isUp = database.check().then(
    () => 1,
    () => 0,
  );
  const up = await Promise.race([isUp, pause(STORE_WITHIN, 0, { ref: false })]);
  return [
    over('sum', gauge('iskaznica_store_busy', 'Connections in use (SQLite: the one that writes).', busy, engine)),
    over('sum', gauge('iskaznica_store_idle', 'Connections that are open and unused.', idle, engine)),
    over('sum', gauge('iskaznica_store_waiting', 'Callers who wait for a connection.', waiting, engine)),
    over('lowest', gauge('iskaznica_store_up', 'Whether the store answers and takes writes.', up, engine)),
    ...serverMetrics(database.server?.()),
  ];
}

function serverMetrics(server: StoreServer | undefined): Metric[] {
  if (server === undefined) return [];
  const { name, isAway, losses } = server;
  const role = isAway ? 'away' : 'primary';
  return [
    over(
      'lowest',
      gauge('iskaznica_store_server', 'The PostgreSQL in use, and whether it takes writes.', 1, { server: name, role }),
    ),
    counter('iskaznica_store_losses_total', 'How often no PostgreSQL took writes any more.', losses),
  ];
}

/** Availability of the dependencies except the store, which has its own metric with a longer timeout. */
async function partMetrics(
  readiness: Readiness,
  { kept, losses }: AppMetricsDeps['sharedCounters'],
): Promise<Metric[]> {
  const { counters, files } = await readiness.check();
  const isUp = (state: 'ok' | 'away') => (state === 'ok' ? 1 : 0);
  return [
    over(
      'lowest',
      gauge('iskaznica_counters_up', 'Whether the counters of limits answered.', isUp(counters), { kept }),
    ),
    ...(losses ? [counter('iskaznica_redis_losses_total', 'How often Redis went away.', losses())] : []),
    over('lowest', gauge('iskaznica_files_up', 'Whether the uploads are there.', isUp(files))),
    gauge('iskaznica_draining', 'Whether the node makes way: readiness says no.', readiness.isDraining() ? 1 : 0),
  ];
}

function jobMetrics(jobs: Pick<RecurringJobs, 'tallies'>): Metric[] {
  const tallies = jobs.tallies();
  const failures = tallies.map(({ name: job, failures: value }) => ({ labels: { job }, value }));
  const successes = tallies.flatMap(({ name: job, succeededAt }) =>
    succeededAt === undefined ? [] : [{ labels: { job }, value: epochOf(succeededAt) / 1000 }],
  );
  return [
    counter('iskaznica_job_failures_total', 'Runs of recurring work that failed.', failures),
    over(
      'lowest', // a job that runs in every process is as late as in the slowest of them
      gauge('iskaznica_job_last_success_timestamp_seconds', 'When recurring work last went well here.', successes),
    ),
  ];
}
