import { hasCapability } from '../http/capabilities.ts';
import { defineRoute, ok, type Route } from '../http/define-route.ts';
import { andServices, permitted } from '../http/route-access.ts';
import { perCaller } from '../http/route-limit.ts';
import type { Clock } from '../kernel/clock.ts';
import { minutes } from '../kernel/durations.ts';
import type { ActDeps } from '../policy/act-on-user.ts';
import { scopeOf } from '../policy/scope.ts';
import type { SecondFactors } from '../policy/second-factors.ts';
import { tenantErrors } from '../tenants/tenants-errors.ts';
import { type ReadStats, statsReader } from './stats.ts';
import { StatsAnswer, StatsQuery, zoneOf } from './stats-wire.ts';

export interface StatsDeps extends ActDeps {
  readonly factors: SecondFactors;
}

export const statsRoutes = ({ database, clock, factors }: StatsDeps): Route[] => [
  statsRoute(statsReader(database.bulkRead, factors), clock),
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
    responses: { success: ok(StatsAnswer, 'The figures'), refusals: [tenantErrors['tenants.not_found']] },
    handle: async ({ query }, caller) => {
      const stats = await readStats(scopeOf(caller, query.tenant_id).tenantId, {
        zone: zoneOf(query.tz),
        now: clock.now(),
      });
      return hasCapability(caller, 'erasures.manage') ? stats : { ...stats, erasures: null };
    },
  });
