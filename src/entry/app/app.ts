import type { FastifyInstance } from 'fastify';
import type { Route } from '../../platform/http/define-route.ts';
import { isLoopbackUrl } from '../../platform/http/local-call.ts';
import { requireAccess } from '../../platform/http/route-access.ts';
import type { Job, RecurringJobs } from '../../platform/jobs/recurring-jobs.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import { singleFlight } from '../../platform/kernel/memoise.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import type { MetricSource } from '../../platform/metrics/metric.ts';
import { requestMetrics } from '../../platform/metrics/request-metrics.ts';
import { type Figures, figuresOf } from '../../platform/metrics/shared-metrics.ts';
import type { Contributions } from '../../platform/room/contributions.ts';
import type { BackgroundWork, OpenRoom } from '../../platform/room/define-room.ts';
import type { Platform, Registry } from '../../platform/room/platform.ts';
import { openRooms } from '../../platform/room/room-list.ts';
import { callerTurns } from '../../platform/server/caller-turns.ts';
import { createHttpServer } from '../../platform/server/http-server.ts';
import { routeLimits } from '../../platform/server/limit-route.ts';
import { metricsRoutes } from '../../platform/server/metrics-routes.ts';
import { servePages } from '../../platform/server/pages.ts';
import { type Readiness, readinessOf } from '../../platform/server/readiness.ts';
import { registerRoutes } from '../../platform/server/register-routes.ts';
import { serviceRoutes } from '../../platform/server/service-routes.ts';
import { appMetrics } from './app-metrics.ts';
import {
  auditActions,
  findUsersWithWayIn,
  journalledStates,
  mailTemplates,
  personalDataContributors,
  retentionRules,
  takeBackWays,
} from './declarations.ts';
import { rooms, type Services } from './rooms.ts';

export interface App {
  readonly server: FastifyInstance;
  readonly routes: readonly Route[];
  readonly services: Services;
  readonly figures: Figures;
  readonly readiness: Readiness;
  /** What recurs. */
  readonly recurring: readonly Job[];
  /** The rooms' other background work. */
  readonly work: readonly BackgroundWork[];
  /** Awaited before the service answers. */
  readonly prepare: readonly ((jobs: RecurringJobs) => Promise<void>)[];
}

interface Running {
  readonly version: string;
  readonly jobs: RecurringJobs;
  /** Metrics from outside the app. */
  readonly metrics: readonly MetricSource[];
  /** False: only health checks and metrics are answered. */
  readonly answers: boolean;
}

/** Opens the rooms and builds the server. It does not listen yet. */
export function createApp(platform: Platform, { version, jobs, metrics, answers }: Running): App {
  const { settings, database, keys, counters, files, clock, log } = platform;
  const opened: OpenRoom<object>[] = [];
  const services = openRooms(rooms, platform, registryOf(keys, opened), opened);
  const requests = requestMetrics();
  const readiness = readinessOf({
    store: () => database.check(),
    counters: () => counters.check(),
    files: () => files.check(),
  });
  const routes: Route[] = [
    ...serviceRoutes({ keys, version, readiness }, () => routes),
    ...metricsRoutes({
      isOwnMachine: (isLocalCall) => isLocalCall && isLoopbackUrl(platform.publicUrl),
      figures: () => figures.all(),
      clock,
      metricsToken: settings.server.metricsToken,
      wrongMetricsTokens: counters.slidingWindow('metrics:wrong', { most: 10, within: minutes(1) }),
    }),
    ...opened.flatMap((room) => (typeof room.routes === 'function' ? room.routes() : (room.routes ?? []))),
  ];
  const sources = [
    ...appMetrics({ version, requests, routes, database, jobs, readiness, sharedCounters: counters }),
    ...opened.flatMap((room) => room.metrics ?? []),
    ...metrics,
  ];
  const figures = figuresOf(sources.map(singleFlight), platform.parent); // concurrent scrapes share one answer
  const { authenticate, requireLive, hasRecentSignIn } = services;
  const { server, paths } = createHttpServer({ settings, log, authenticate, countRequest: requests.count });
  registerRoutes(server, answers ? routes : routes.filter(isForSupervisors), {
    requireAccess,
    hasRecentSignIn,
    paths,
    authenticate,
    requireLive,
    clock,
    turns: callerTurns(database.mostBulkReads),
    limitRoute: routeLimits((name, rule) => counters.rateLimit(name, rule)),
  });
  if (answers) servePages(server, { paths, log });
  return {
    server,
    routes,
    services,
    figures,
    readiness,
    recurring: opened.flatMap(({ jobs }) => jobs ?? []),
    work: opened.flatMap(({ work }) => work ?? []),
    prepare: opened.flatMap(({ prepare }) => prepare ?? []),
  };
}

const isForSupervisors = ({ path }: Route): boolean => path.startsWith('/health/') || path === '/metrics';

const registryOf = (keys: Keyring, opened: readonly OpenRoom<object>[]): Registry => ({
  contributed: (kind) => opened.flatMap((room: Partial<Contributions>) => room[kind] ?? []),
  auditActions,
  mailTemplates,
  contributors: personalDataContributors(keys),
  retention: () => ({
    rules: retentionRules,
    tasks: opened.flatMap(({ retentionTasks }) => retentionTasks ?? []),
  }),
  journalledStates: () => journalledStates,
  findUsersWithWayIn,
  takeBackWays,
  removeFilesOf: async (userId) => {
    for (const { removeFilesOf } of opened) await removeFilesOf?.(userId);
  },
});
