import { scopeOf } from '../../accounts/permissions/scope.ts';
import type { SecondFactors } from '../../accounts/permissions/second-factors.ts';
import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import { hasCapability } from '../../platform/http/capabilities.ts';
import { defineRoute, ok, type Route } from '../../platform/http/define-route.ts';
import { andServices, permitted } from '../../platform/http/route-access.ts';
import { perCaller } from '../../platform/http/route-limit.ts';
import type { Clock } from '../../platform/kernel/clock.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { firstStepsRoutes } from './first-steps-routes.ts';
import { type ReadStats, statsReader } from './stats.ts';
import { StatsAnswer, StatsQuery, WorkAnswer, WorkQuery, zoneOf } from './stats-wire.ts';
import { countWork } from './work.ts';

const statisticsActions = {
  'tenant.steps': action<{ put_aside: boolean }>({
    group: 'service',
    act: { hr: 'popis prvih koraka', en: 'list of first steps' },
    deed: { en: 'put the list of first steps aside, or brought it back' },
  }),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof statisticsActions> {}
}

export const statisticsRoom = defineRoom({
  name: 'statistics',
  auditActions: statisticsActions,
  open: (deps: StatsDeps) => ({ routes: statsRoutes(deps) }),
});

interface StatsDeps extends Pick<Platform, 'database' | 'clock'> {
  readonly factors: SecondFactors;
}

const statsRoutes = ({ database, clock, factors }: StatsDeps): Route[] => [
  statsRoute(statsReader(database.bulkRead, factors), clock),
  workRoute({ database, clock, factors }),
  ...firstStepsRoutes({ database }),
];

const statsRoute = (readStats: ReadStats, clock: Clock): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/admin/stats',
    isSearch: true,
    summary: 'Figures of the tenant, with the sign-ins and changes of thirty days',
    tag: 'Administration',
    access: andServices('stats:read', permitted('statistics.read')),
    limit: perCaller({ most: 60, within: minutes(1) }),
    audit: [],
    request: { query: StatsQuery },
    responses: { success: ok(StatsAnswer, 'The figures'), refusals: ['tenants.not_found'] },
    handle: async ({ query }, caller) => {
      const stats = await readStats(scopeOf(caller, query.tenant_id), {
        zone: zoneOf(query.tz),
        now: clock.now(),
      });
      return hasCapability(caller, 'erasures.manage') ? stats : { ...stats, erasures: null };
    },
  });

const workRoute = ({ database, clock, factors }: StatsDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/admin/work',
    isSearch: true,
    summary: 'What waits for somebody, most costly first, in total and by tenant',
    tag: 'Administration',
    access: permitted('erasures.manage'), // whoever may decide the gravest of it may do all of it
    limit: perCaller({ most: 60, within: minutes(1) }),
    audit: [],
    request: { query: WorkQuery },
    responses: { success: ok(WorkAnswer, 'The counts'), refusals: ['tenants.not_found'] },
    handle: ({ query }, caller) =>
      countWork(database.bulkRead, factors, { scope: scopeOf(caller, query.tenant_id), now: clock.now() }),
  });
