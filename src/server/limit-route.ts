import type { RateLimit } from '../counters/rate-limit.ts';
import type { WindowRule } from '../counters/sliding-window.ts';
import type { Route } from '../http/define-route.ts';

/** Creates the check of a route's own limit; `undefined` when it has none, or the lockout's counters apply. */
export type LimitRoute = (route: Route) => RateLimit['take'] | undefined;

export function routeLimits(windowFor: (name: string, rule: WindowRule) => RateLimit): LimitRoute {
  return ({ method, path, limit }) => {
    if (limit.kind === 'unlimited' || limit.kind === 'lockout') return undefined;
    const window = windowFor(`route:${method} ${path}`, limit.rule);
    return (key) => window.take(key);
  };
}
