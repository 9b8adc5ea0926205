import type { FastifyInstance } from 'fastify';
import type { Route } from '../http/define-route.ts';
import { isLoopbackUrl } from '../http/local-call.ts';
import { requireAccess } from '../http/route-access.ts';
import type { RecurringJobs } from '../jobs/recurring-jobs.ts';
import { minutes } from '../kernel/durations.ts';
import { joined } from '../kernel/joined.ts';
import type { Keyring } from '../keys/keyring.ts';
import type { MetricSource } from '../metrics/metric.ts';
import { requestMetrics } from '../metrics/request-metrics.ts';
import type { BackgroundWork, OpenRoom } from '../room/define-room.ts';
import type { Ground, House } from '../room/ground.ts';
import { openRooms } from '../room/room-list.ts';
import { createHttpServer } from '../server/http-server.ts';
import { routeLimits } from '../server/limit-route.ts';
import { metricsRoutes } from '../server/metrics-routes.ts';
import { servePages } from '../server/pages.ts';
import { registerRoutes } from '../server/register-routes.ts';
import { serviceRoutes } from '../server/service-routes.ts';
import { appMetrics } from './app-metrics.ts';
import { findUsersWithWayIn, personalDataContributors, retentionRules } from './declarations.ts';
import { type Offers, rooms } from './rooms.ts';

export interface App {
  readonly server: FastifyInstance;
  readonly routes: readonly Route[];
  readonly offers: Offers;
  /** What the rooms do without being asked. */
  readonly work: readonly BackgroundWork[];
  /** Awaited before the service answers. */
  readonly prepare: readonly ((jobs: RecurringJobs) => Promise<void>)[];
}

interface Running {
  readonly version: string;
  readonly jobs: RecurringJobs;
  /** Figures of what lies outside the app. */
  readonly metrics: readonly MetricSource[];
}

/** Opens the rooms and puts the server in front of them. It does not listen yet. */
export function createApp(ground: Ground, { version, jobs, metrics }: Running): App {
  const { settings, database, keys, counters, clock, log } = ground;
  const opened: OpenRoom<object>[] = [];
  const offers = openRooms(rooms, ground, houseOf(keys, opened), opened);
  const requests = requestMetrics();
  const metricSources: MetricSource[] = [];
  const routes: Route[] = [
    ...serviceRoutes({ keys, version, readiness: [() => database.check(), () => counters.check()] }, () => routes),
    ...metricsRoutes({
      isOwnMachine: (isLocalCall) => isLocalCall && isLoopbackUrl(ground.publicUrl),
      metricSources,
      clock,
      metricsToken: settings.server.metricsToken,
      wrongMetricsTokens: counters.slidingWindow('metrics:wrong', { most: 10, within: minutes(1) }),
    }),
    ...opened.flatMap((room) => room.routes ?? []),
  ];
  const sources = [
    ...appMetrics({ version, requests, routes, database, jobs }),
    ...opened.flatMap((room) => room.metrics ?? []),
    ...metrics,
  ];
  metricSources.push(...sources.map(joined)); // concurrent scrapes share one answer
  const { authenticate, requireStanding, hasRecentSignIn } = offers;
  const { server, paths } = createHttpServer({ settings, log, authenticate, countRequest: requests.count });
  registerRoutes(server, routes, {
    requireAccess,
    hasRecentSignIn,
    paths,
    authenticate,
    requireStanding,
    clock,
    limitRoute: routeLimits((name, rule) => counters.slidingWindow(name, rule)),
  });
  servePages(server, { paths, log });
  return {
    server,
    routes,
    offers,
    work: opened.flatMap(({ work }) => work ?? []),
    prepare: opened.flatMap(({ prepare }) => prepare ?? []),
  };
}

const houseOf = (keys: Keyring, opened: readonly OpenRoom<object>[]): House => ({
  contributors: personalDataContributors(keys),
  retention: () => ({
    rules: retentionRules,
    tasks: opened.flatMap(({ retentionTasks }) => retentionTasks ?? []),
  }),
  findUsersWithWayIn,
  removeFilesOf: async (userId) => {
    for (const { removeFilesOf } of opened) await removeFilesOf?.(userId);
  },
});
