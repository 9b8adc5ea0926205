import { setTimeout as pause } from 'node:timers/promises';
import { oldestUnsealed } from '../audit/oldest-unsealed.ts';
import type { Database } from '../database/database.ts';
import type { Route } from '../http/define-route.ts';
import type { RecurringJobs } from '../jobs/recurring-jobs.ts';
import { type Clock, epochOf, type Instant } from '../kernel/clock.ts';
import { seconds } from '../kernel/durations.ts';
import type { MailWorker } from '../mail/mail-worker.ts';
import { type OutboxBacklog, outboxBacklog } from '../mail/outbox-backlog.ts';
import { counter, gauge, type Metric, type MetricSource } from '../metrics/metric.ts';
import { processMetrics } from '../metrics/process-metrics.ts';
import type { RequestMetrics } from '../metrics/request-metrics.ts';
import type { HashLoad } from '../passwords/hash-queue.ts';

export interface ServiceMetricsParts {
  readonly version: string;
  readonly requests: RequestMetrics;
  readonly database: Database;
  readonly clock: Clock;
  readonly passwords: { load(): HashLoad };
}

/** Every figure that a node tells of itself. None is about a person or a tenant. */
export const serviceMetrics = (parts: ServiceMetricsParts, routes: () => readonly Route[]): MetricSource[] => [
  async () => [gauge('iskaznica_build_info', 'The version that runs.', 1, { version: parts.version })],
  processMetrics(),
  parts.requests.source,
  async () => [signIns(parts.requests, routes()), ...hashMetrics(parts.passwords.load())],
  () => storeMetrics(parts),
];

/** Of what nobody asks for on this node. */
export const backgroundMetrics =
  (mail: Pick<MailWorker, 'outcomes'>, jobs: Pick<RecurringJobs, 'tallies'>): MetricSource =>
  async () => {
    const tries = [...mail.outcomes()].map(([outcome, value]) => ({ labels: { outcome }, value }));
    const tallies = jobs.tallies();
    const failures = tallies.map(({ name: job, failures: value }) => ({ labels: { job }, value }));
    const successes = tallies.flatMap(({ name: job, succeededAt }) =>
      succeededAt === undefined ? [] : [{ labels: { job }, value: epochOf(succeededAt) / 1000 }],
    );
    return [
      counter('iskaznica_mail_tries_total', 'Tries to send a mail: sent, queued (put off), failed for good.', tries),
      counter('iskaznica_job_failures_total', 'Runs of recurring work that failed.', failures),
      gauge('iskaznica_job_last_success_timestamp_seconds', 'When recurring work last went well here.', successes),
    ];
  };

const WAYS_IN = { password: '/api/auth/login', google: '/api/auth/google' };

/** Every outcome that the routes declare has its series from the start, so that a first failure is an increase. */
function signIns(requests: RequestMetrics, routes: readonly Route[]): Metric {
  const samples = Object.entries(WAYS_IN).flatMap(([way, path]) => {
    const declared = routes.find((route) => route.path === path)?.responses.refusals ?? [];
    const none = declared.map(({ code }) => [code, 0] as const);
    const outcomes = new Map([...none, ...requests.outcomesOf('POST', path)]);
    return [...outcomes].map(([outcome, value]) => ({ labels: { way, outcome }, value }));
  });
  return counter('iskaznica_sign_ins_total', 'Tries to sign in: ok, or the code of the refusal.', samples);
}

const hashMetrics = ({ running, waiting, refused }: HashLoad): Metric[] => [
  gauge('iskaznica_hash_queue_running', 'Passwords that are hashed now.', running),
  gauge('iskaznica_hash_queue_waiting', 'Hashes that wait for a core.', waiting),
  counter('iskaznica_hash_queue_refused_total', 'Acts for which there was no room (503).', refused),
];

const MOST_COUNTED = 10_000;
/** Prometheus waits ten seconds by default, and wants the other figures above all when the store is away. */
const STORE_WITHIN = seconds(2);

async function storeMetrics({ database, clock }: ServiceMetricsParts): Promise<Metric[]> {
  const { busy, waiting } = database.load();
  const engine = { engine: database.engine };
  const asked = await Promise.race([askStore(database), pause(STORE_WITHIN, undefined, { ref: false })]);
  return [
    gauge('iskaznica_store_busy', 'Connections in use (SQLite: the one that writes).', busy, engine),
    gauge('iskaznica_store_waiting', 'Callers who wait for a connection.', waiting, engine),
    gauge('iskaznica_store_up', 'Whether the store answered this scrape.', asked === undefined ? 0 : 1, engine),
    ...(asked === undefined ? [] : backlogMetrics(asked, clock)),
  ];
}

interface Backlog {
  readonly mails: OutboxBacklog;
  readonly unsealed: Instant | undefined;
}

/** One after the other, on one connection. `undefined` where the store does not answer. */
async function askStore({ read }: Database): Promise<Backlog | undefined> {
  try {
    return { mails: await outboxBacklog(read, MOST_COUNTED), unsealed: await oldestUnsealed(read) };
  } catch {
    return undefined;
  }
}

function backlogMetrics({ mails, unsealed }: Backlog, clock: Clock): Metric[] {
  const since = (instant: Instant | null | undefined) =>
    instant == null ? 0 : Math.max(0, clock.now() - epochOf(instant)) / 1000;
  return [
    gauge('iskaznica_mails_waiting', 'Mails that have not gone out, 10000 at most.', mails.waiting),
    gauge(
      'iskaznica_mails_overdue_seconds',
      'By how much the first mail that waits is past due.',
      since(mails.firstDue),
    ),
    gauge('iskaznica_audit_unsealed_seconds', 'Age of the oldest audit record not sealed yet.', since(unsealed)),
  ];
}
