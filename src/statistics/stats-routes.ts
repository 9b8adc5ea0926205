import { Type } from 'typebox';
import { defineRoute, ok, type Route } from '../http/define-route.ts';
import { idOf } from '../http/id-wire.ts';
import { signedIn } from '../http/route-access.ts';
import { perCaller } from '../http/route-limit.ts';
import type { Clock } from '../kernel/clock.ts';
import { minutes } from '../kernel/durations.ts';
import type { ActDeps } from '../policy/act-on-user.ts';
import { policyErrors } from '../policy/policy-errors.ts';
import { scopeOf } from '../policy/scope.ts';
import { type ReadStats, statsReader } from './stats.ts';
import { StatsAnswer } from './stats-wire.ts';

export const statsRoutes = ({ database, clock }: ActDeps): Route[] => [statsRoute(statsReader(database.read), clock)];

const statsRoute = (readStats: ReadStats, clock: Clock): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/admin/stats',
    summary: 'How the tenant stands, with sign-ins of thirty days and what changed in them',
    tag: 'Administration',
    access: signedIn({ weakestTier: 2 }),
    limit: perCaller({ most: 60, within: minutes(1) }),
    audit: [],
    request: { query: Type.Object({ tenant_id: Type.Optional(idOf()) }) },
    responses: { success: ok(StatsAnswer, 'The figures'), refusals: [policyErrors['users.not_found']] },
    handle: async ({ query }, caller) => {
      const stats = await readStats(scopeOf(caller, query.tenant_id).tenantId, clock.now());
      return caller.tier <= 1 ? stats : { ...stats, erasures: null };
    },
  });
